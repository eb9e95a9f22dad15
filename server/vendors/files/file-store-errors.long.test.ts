import { describe } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { describeErrors } from './testing/file-store-errors.ts'

const app = await appOfFile({ env: allServices })

describe.for(FileProvider.options)('%s', (provider) => describeErrors(() => app, provider, false))
