import { openTerminal } from '../setup/terminal.ts'

/** The one that is set, for scheduled backups, or one that is typed without being shown. */
export async function readPassphrase(given: string | undefined): Promise<string> {
  if (given) return given
  using terminal = openTerminal(process.stdin, process.stderr)
  return terminal.askSecret('Passphrase of the backup')
}
