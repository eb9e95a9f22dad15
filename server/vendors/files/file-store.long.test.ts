import { afterAll, beforeAll, describe } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { describeRecovery, describeUploads } from './testing/file-store-contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

describe.for(FileProvider.options)('%s', (provider) => describeUploads(() => app, provider, 1))

describe.for(FileProvider.options)('%s, after a failure', (provider) => describeRecovery(() => app, provider, false))
