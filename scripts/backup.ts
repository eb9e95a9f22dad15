/**
 * `npm run backup -- FILE`: writes database, secrets and settings to one file (`-`: the standard output), encrypted by
 * a passphrase (BACKUP_PASSPHRASE, or typed). The server may run. Without the passphrase the file is worthless.
 */
import { parseArgs } from 'node:util'
import { writeBackup } from '../server/backup/write-backup.ts'
import { readSettings } from '../server/doctor/read-settings.ts'
import { reachDatabase } from './lib/reach-database.ts'
import { readPassphrase } from './lib/read-passphrase.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const { positionals } = parseArgs({ allowPositionals: true })
const [file, ...more] = positionals
if (file === undefined || more.length > 0) {
  console.error('Usage: npm run backup -- FILE, or npm run --silent backup -- - > FILE')
  process.exit(1)
}
const { config } = await readSettings(process.env)
const passphrase = await readPassphrase(process.env['BACKUP_PASSPHRASE'] ?? config.backup?.passphrase)
await reachDatabase(config)
await writeBackup(config, file === '-' ? null : file, passphrase)
if (file !== '-') console.log(`Wrote ${file}.`)
