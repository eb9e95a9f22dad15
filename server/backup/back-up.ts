import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addMs, days } from '../clock.ts'
import type { Context } from '../context.ts'
import { backupName, listBackups } from '../db/backup/backup-folder.ts'
import { writeBackup } from './write-backup.ts'

/** Writes a backup into BACKUP_DIR, and deletes those that are older than BACKUP_DAYS. */
export async function backUp(ctx: Pick<Context, 'clock' | 'config'>): Promise<void> {
  const { backup } = ctx.config
  if (backup === null) return
  const now = ctx.clock.now()
  await mkdir(backup.dir, { recursive: true, mode: 0o700 })
  await writeBackup(ctx.config, join(backup.dir, backupName(now)), backup.passphrase)
  const oldest = addMs(now, -days(backup.keptDays))
  for (const { name, writtenAt } of await listBackups(backup.dir))
    if (writtenAt < oldest) await rm(join(backup.dir, name))
}
