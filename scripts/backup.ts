/**
 * `npm run backup -- FILE`: writes database, secrets and settings to one file (`-`: the standard output), encrypted by
 * a passphrase (BACKUP_PASSPHRASE, or typed). The server may run. Without the passphrase the file is worthless.
 * `npm run backup` does what a worker does each night: it writes into BACKUP_DIR, and deletes the old ones.
 */
import { parseArgs } from 'node:util'
import { backUp } from '../server/backup/back-up.ts'
import { writeBackup } from '../server/backup/write-backup.ts'
import { systemClock } from '../server/clock.ts'
import { readSettings } from '../server/doctor/read-settings.ts'
import { reachDatabase } from './lib/reach-database.ts'
import { readPassphrase } from './lib/read-passphrase.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const { positionals } = parseArgs({ allowPositionals: true })
const [file, ...more] = positionals
const { config } = await readSettings(process.env)
if (more.length > 0 || (file === undefined && config.backup === null)) {
  console.error('Usage: npm run backup -- FILE, or npm run --silent backup -- - > FILE')
  console.error('With BACKUP_DIR and BACKUP_PASSPHRASE set also npm run backup, which writes into that folder.')
  process.exit(1)
}
await reachDatabase(config)
if (file === undefined) {
  await backUp({ clock: systemClock, config })
  console.log('Wrote a backup into BACKUP_DIR.')
} else {
  const passphrase = await readPassphrase(process.env['BACKUP_PASSPHRASE'] ?? config.backup?.passphrase)
  await writeBackup(config, file === '-' ? null : file, passphrase)
  if (file !== '-') console.log(`Wrote ${file}.`)
}
