import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { createNotification } from '../../shared/notifications.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'

/** Emails to a user about where actions store files, and characters of such a place. */
const destinationNoticeLimit = { points: 20, seconds: 24 * 60 * 60 }
/** Beyond that limit: one email about all changes of an hour, at its end, which lists so many places. */
const destinationSummaryLimit = { points: 1, seconds: 60 * 60 }
const destinationNoticeMaxLength = 1000

/**
 * Tells the user, by a notification and by an email, that an action stores files in another place: an attacker with a
 * stolen session would otherwise receive them unnoticed, in a folder that is shared with many.
 */
export async function notifyFileDestination(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'limits' | 'sealer'>,
  at: { userId: string; mailboxId: string; folderActionId: string; destinations: readonly string[]; ip: string },
): Promise<void> {
  const { userId, mailboxId, folderActionId, ip } = at
  const now = ctx.clock.now()
  const destination = at.destinations.join(', ').slice(0, destinationNoticeMaxLength)
  await createNotification(tx, {
    userId,
    kind: 'file_destination_changed',
    key: folderActionId,
    mailboxId,
    destination,
    now,
  })
  if ((await ctx.limits.tryConsume('file-destination-notice', destinationNoticeLimit, userId)) > 0)
    return enqueueSummary(tx, ctx, userId)
  const payload = { userId, destination, ip, at: now.toISOString() }
  await enqueueEmail(tx, ctx, { kind: 'file-destination-notice', payload, userId })
}

/** Many changes must not hide the last one. */
async function enqueueSummary(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'limits' | 'sealer'>,
  userId: string,
): Promise<void> {
  if ((await ctx.limits.tryConsume('file-destination-summary', destinationSummaryLimit, userId)) > 0) return
  const now = ctx.clock.now()
  const hourMs = destinationSummaryLimit.seconds * 1000
  // The audit log may have the change that is being saved from some seconds ago.
  const payload = { userId, since: addMs(now, -hourMs).toISOString() }
  const sendAt = addMs(now, hourMs)
  await enqueueEmail(tx, ctx, { kind: 'file-destination-summary', payload, userId, sendAt })
}
