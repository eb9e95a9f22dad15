import { access, constants } from 'node:fs/promises'
import { addMs, days, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { newestBackup } from '../db/backup/backup-folder.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Whether backups are made each night, and how old the newest one is. */
export async function checkBackups(config: Config, clock: Clock): Promise<Finding[]> {
  const { backup, production } = config
  const remedy = 'Set BACKUP_DIR and BACKUP_PASSPHRASE, or run npm run backup by a timer.'
  if (backup === null) return production ? [warning('backup', 'no backups are made by the server', remedy)] : []
  const newest = await newestWhereWritable(config).catch(() => undefined)
  if (newest === undefined) {
    const text = `${backup.dir} cannot be read and written`
    return [failure('backup', text, 'Set BACKUP_DIR to a folder that this user may write in.')]
  }
  if (newest === null) return [warning('backup', `none is in ${backup.dir} yet`, 'The first is written at night.')]
  const text = `the newest is of ${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const isOld = newest < addMs(clock.now(), -days(2))
  return [isOld ? failure('backup', text, 'See job_failed in the log; is the disk full?') : ok('backup', text)]
}

async function newestWhereWritable(config: Config): Promise<Date | null> {
  const newest = await newestBackup(config)
  if (newest !== null) await access(config.backup?.dir ?? '', constants.W_OK)
  return newest
}
