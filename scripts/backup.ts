/**
 * `npm run backup -- FILE`: writes database, secrets and settings to one file, encrypted by a passphrase (typed, or
 * BACKUP_PASSPHRASE). The server may run. Without the passphrase the file is worthless.
 */
import { parseArgs } from 'node:util'
import { readPassphrase } from './lib/read-passphrase.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'
import { writeBackup } from './lib/whole-backup.ts'

reportCommandErrors()
const { positionals } = parseArgs({ allowPositionals: true })
const [file, ...more] = positionals
if (file === undefined || more.length > 0) {
  console.error('Usage: npm run backup -- FILE')
  process.exit(1)
}
await writeBackup(process.env, file, await readPassphrase(process.env))
console.log(`Wrote ${file}.`)
