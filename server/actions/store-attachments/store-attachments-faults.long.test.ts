import { afterAll, beforeAll, describe } from 'vitest'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { describeStoreFaults } from './testing/store-faults.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

describe.for(['google_drive', 'onedrive'] as const)('%s', (provider) => describeStoreFaults(() => app, provider))
