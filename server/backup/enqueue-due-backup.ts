import { addMs, days, hours } from '../clock.ts'
import type { Context } from '../context.ts'
import { newestBackup } from '../db/backup/backup-folder.ts'
import { enqueueBackup } from './enqueue-backup.ts'

/** In UTC. A backup that a timer of the machine has written since then is that of the night. */
const nightHour = 2

/**
 * Enqueues a backup where none was written since the night began. It is looked at each hour: a machine may be off at
 * night.
 */
export async function enqueueDueBackup(ctx: Pick<Context, 'clock' | 'config' | 'db' | 'jobs'>): Promise<void> {
  if (ctx.config.backup === null) return
  const newest = await newestBackup(ctx.config)
  if (newest !== null && newest >= beginOfNight(ctx.clock.now())) return
  await ctx.db.asService((tx) => enqueueBackup(ctx.jobs, tx))
}

/** The latest one. */
function beginOfNight(now: Date): Date {
  const today = addMs(new Date(now.toISOString().slice(0, 10)), hours(nightHour))
  return today <= now ? today : addMs(today, -days(1))
}
