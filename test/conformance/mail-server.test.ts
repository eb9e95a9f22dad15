import { describe } from 'vitest'
import { dovecotIsMissing, startDovecot, withDovecot } from '../kit/dovecot.ts'
import { startSandboxImap } from '../kit/sandbox-imap.ts'
import { mailServerContract } from './mail-server-contract.ts'

describe.skipIf(dovecotIsMissing)(withDovecot('Dovecot'), () => mailServerContract(() => startDovecot()))

describe("the sandbox's IMAP server", () => mailServerContract(() => startSandboxImap()))
