import { openTerminal } from '../setup/terminal.ts'

/** From BACKUP_PASSPHRASE, for scheduled backups, or typed without being shown. */
export async function readPassphrase(env: Record<string, string | undefined>): Promise<string> {
  const given = env['BACKUP_PASSPHRASE']
  if (given) return given
  using terminal = openTerminal(process.stdin, process.stderr)
  return terminal.askSecret('Passphrase of the backup')
}
