import { afterAll, beforeAll, describe } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { describeErrors } from './testing/file-store-errors.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

describe.for(FileProvider.options)('%s', (provider) => describeErrors(() => app, provider, false))
