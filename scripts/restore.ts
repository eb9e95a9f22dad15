/**
 * `npm run restore -- FILE`: restores a backup into a new, empty database, and writes its secrets and settings to
 * `.env` (`--settings PATH`: to another file). Stop the server that wrote the backup first.
 * `npm run restore -- --from-embedded` copies the embedded database in DATA_DIR to DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { StartupError } from '../server/startup-error.ts'
import { readPassphrase } from './lib/read-passphrase.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'
import { moveEmbedded, restoreBackup } from './lib/whole-backup.ts'

reportCommandErrors()
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'from-embedded': { type: 'boolean', default: false },
    settings: { type: 'string', default: '.env' },
  },
})
const [file, ...more] = positionals
const isMove = values['from-embedded']
if (isMove === (file !== undefined) || more.length > 0) {
  console.error('Usage: npm run restore -- FILE [--settings PATH], or npm run restore -- --from-embedded')
  process.exit(1)
}
const stopped = new AbortController()
// Not `once`: Ctrl-C sends the signal twice (terminal and run.mjs), and the second must not interrupt the cleaning up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort(new StartupError('The restore was stopped: nothing was restored.')))
const stop = stopped.signal
// Of the environment only: the new database has no settings of the page yet.
const rows = isMove
  ? await moveEmbedded(process.env, { stop })
  : await restoreBackup(
      process.env,
      file ?? '',
      await readPassphrase(process.env['BACKUP_PASSPHRASE']),
      values.settings,
      { stop },
    )
console.log(`Restored ${rows.toLocaleString('en')} rows. npm run doctor checks the result.`)
