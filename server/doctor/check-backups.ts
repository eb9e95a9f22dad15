import path from 'node:path'
import { addMs, days, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { newestBackup } from '../db/backup/backup-folder.ts'
import { hasSandbox } from '../simulated-services.ts'
import { systemCode } from '../startup-error.ts'
import { failure, ok, warning, type Finding } from './finding.ts'
import { existingParent, writeProblem } from './writable-folder.ts'

const check = 'backup'

/** Whether backups are made each night, and how old the newest one is. */
export async function checkBackups(config: Config, clock: Clock): Promise<Finding[]> {
  const { backup, dataDir, given } = config
  const remedy = 'Set BACKUP_DIR and BACKUP_PASSPHRASE, or run npm run backup by a timer (docs/operations.md).'
  if (backup === null && given['BACKUP_DIR'] !== undefined)
    return [
      warning(
        check,
        'no backups are made: BACKUP_DIR is set, and BACKUP_PASSPHRASE is not',
        'Enter a passphrase on the page Set up (/operator/set-up), or set it beside BACKUP_DIR.',
      ),
    ]
  if (backup === null) return hasSandbox(config) ? [] : [warning(check, 'no backups are made by the server', remedy)]
  const dir = path.resolve(backup.dir)
  const unusable = (problem: string): Finding[] => [
    failure(check, `${dir} ${problem}`, 'Set BACKUP_DIR to a folder with space in which this user may write.'),
  ]
  const problem = await writeProblem(existingParent(dir))
  if (problem !== null) return unusable(problem)
  const newest = await newestBackup(config).catch((error: unknown) => String(systemCode(error)))
  if (typeof newest === 'string') return unusable(`cannot be read (${newest})`)
  const isBesideData = !path.relative(dataDir, dir).startsWith('..')
  const beside = isBesideData
    ? [warning(check, `${dir} is inside of DATA_DIR: what deletes one deletes both`, 'Choose a folder elsewhere.')]
    : []
  return [...beside, describeAge(newest, dir, clock.now())]
}

function describeAge(newest: Date | null, dir: string, now: Date): Finding {
  if (newest === null) return warning(check, `none is in ${dir} yet`, 'A worker writes the first within an hour.')
  const text = `the newest is of ${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const isOld = newest < addMs(now, -days(2))
  return isOld ? failure(check, text, 'See job_failed in the log; is the disk full?') : ok(check, text)
}
