import { describe } from 'vitest'
import { cyrusIsMissing, startCyrus, withCyrus } from '../kit/cyrus.ts'
import { mailServerContract } from './mail-server-contract.ts'

describe.skipIf(cyrusIsMissing)(withCyrus('Cyrus IMAP'), () => mailServerContract(startCyrus, false))
