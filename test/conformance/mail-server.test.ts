import { describe } from 'vitest'
import { hasDovecot } from '../../scripts/lib/dovecot.ts'
import { startDovecot } from '../kit/dovecot.ts'
import { startSandboxImap } from '../kit/sandbox-imap.ts'
import { mailServerContract } from './mail-server-contract.ts'

describe.skipIf(!hasDovecot())('Dovecot', () => mailServerContract(() => startDovecot()))

describe("the sandbox's IMAP server", () => mailServerContract(() => startSandboxImap()))
