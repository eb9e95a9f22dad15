import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { Provider } from '../../contract/providers.ts'
import { allServices, connectService } from '../../test/kit/services.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

test.for(Provider.options)('connects %s', async (provider) => {
  const who = await signUp(app)
  const email = await connectService(app, who, provider)
  expect((await callFunction(app, who, 'service-connections', { action: 'list' })).body).toMatchObject({
    connections: [{ provider, provider_email: email, status: 'active' }],
    available: Provider.options,
  })
})
