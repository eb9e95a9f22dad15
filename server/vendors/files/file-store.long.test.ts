import { describe } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { describeRecovery, describeUploads } from './testing/file-store-contract.ts'

const app = await appOfFile({ env: allServices })

describe.for(FileProvider.options)('%s', (provider) => describeUploads(() => app, provider, 1))

describe.for(FileProvider.options)('%s, after a failure', (provider) => describeRecovery(() => app, provider, false))
