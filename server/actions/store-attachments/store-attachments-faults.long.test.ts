import { afterAll, beforeAll, describe } from 'vitest'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { describeServiceFaults, describeStoreFaults } from './testing/store-faults.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

describe.for(['google_drive', 'onedrive'] as const)('%s', (provider) => {
  describe('its own faults', () => describeServiceFaults(() => app, provider))
  describe('whatever Outlook returns', () => describeStoreFaults(() => app, provider))
})
