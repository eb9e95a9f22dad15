import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { createNotification } from '../../db/notifications.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { destinationNoticeLimit, destinationNoticeMaxLength } from '../../limits.ts'

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
  if ((await ctx.limits.tryConsume('file-destination-notice', destinationNoticeLimit, userId)) > 0) return
  const payload = { userId, destination, ip, at: now.toISOString() }
  await enqueueEmail(tx, ctx, { kind: 'file-destination-notice', payload, userId })
}
