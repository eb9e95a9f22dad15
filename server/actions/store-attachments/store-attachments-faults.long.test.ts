import { describe } from 'vitest'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { describeServiceFaults, describeStoreFaults } from './testing/store-faults.ts'

const app = await appOfFile({ env: allServices })

describe.for(['google_drive', 'onedrive'] as const)('%s', (provider) => {
  describe('its own faults', () => describeServiceFaults(() => app, provider))
  describe('whatever Outlook returns', () => describeStoreFaults(() => app, provider))
})
