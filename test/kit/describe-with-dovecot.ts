import { describe, test } from 'vitest'
import { hasDovecot } from '../../scripts/lib/dovecot.ts'
import { startDovecot, type Dovecot } from './dovecot.ts'
import { ofFile } from './of-file.ts'

/** Tests with a Dovecot of the file, or a skipped one where it is not installed. */
export function describeWithDovecot(title: string, tests: (dovecot: Dovecot) => void | Promise<void>): void {
  if (hasDovecot()) describe(title, async () => tests(await ofFile(startDovecot())))
  else test.skipIf(true)(`${title} (skipped: apt-get install dovecot-imapd)`, () => undefined)
}
