import { describe } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { describeRecovery, describeUploads } from './testing/file-store-contract.ts'

const app = await appOfFile({ env: allServices })

describe.for(FileProvider.options)('%s', (provider) => describeUploads(() => app, provider, 4))

// The other providers, each failure of a large file, and the real sizes: `file-store.long.test.ts`.
describe('dropbox, after a failure', () => describeRecovery(() => app, 'dropbox', true))
