import type { Context } from '../context.ts'
import { timeZoneOf } from '../shared/user-time-zones.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { digestPeriod, nextDueAt } from './digest-schedule.ts'
import { lockDueDigests, setNextDueAt } from './digest-settings-queries.ts'

/** Digests that one run enqueues, so that other emails do not wait behind all of them. */
const digestBatchSize = 200

/**
 * Enqueues due digests, a batch per run, so that other emails do not wait behind all of them. Whether there is
 * something to report, and to whom, is decided when the email is composed. Without a mail server they stay due.
 */
export async function enqueueDigests(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer' | 'vendors'>,
): Promise<void> {
  if (!ctx.vendors.smtp) return
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    for (const { userId, schedule, nextDueAt: dueAt, coveredUntil } of await lockDueDigests(tx, now, digestBatchSize)) {
      const timeZone = await timeZoneOf(tx, userId)
      const period = digestPeriod(schedule, { dueAt, coveredUntil }, now, timeZone)
      await setNextDueAt(tx, userId, {
        nextDueAt: nextDueAt(schedule, now, timeZone),
        ...(period && { coveredUntil: period.until }),
      })
      if (!period) continue
      const payload = { userId, from: period.from.toISOString(), until: period.until.toISOString() }
      await enqueueEmail(tx, ctx, { kind: 'digest', payload, userId })
    }
  })
}
