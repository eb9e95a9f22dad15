import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { performRequestedMove } from './perform-requested-move.ts'
import { claimRequestedMove, deleteRequestedMove } from './requested-move-queries.ts'

/** An older request is dropped: a late move would surprise the user. */
const requestedMoveMaxAgeMs = 24 * 60 * 60_000

/**
 * Completes a requested move whose worker died or that the mailbox did not answer. Drops one older than
 * `requestedMoveMaxAgeMs`.
 */
export async function completeRequestedMove(
  ctx: RemoteContext,
  { logId }: JobPayload<'complete-requested-move'>,
): Promise<void> {
  const now = ctx.clock.now()
  const move = await ctx.db.asService(async (tx) => {
    const claimed = await claimRequestedMove(tx, logId, ctx.presence.node)
    if (claimed === 'held') {
      const after = addMs(now, mailboxJobRetryMs)
      await ctx.jobs.enqueue(tx, 'complete-requested-move', { logId }, { after })
    }
    if (claimed === null || claimed === 'held') return null
    if (now.getTime() - claimed.requestedAt.getTime() < requestedMoveMaxAgeMs) return claimed
    await deleteRequestedMove(tx, claimed)
    return null
  })
  if (!move) return
  try {
    await performRequestedMove(ctx, move)
  } catch (error) {
    // The message, its folder or the mailbox no longer exists, or the user has moved the message: nothing is left to
    // do.
    if (error instanceof AppError || error instanceof MailboxAccessError) return
    if (!(error instanceof VendorError)) throw error
    ctx.events.backgroundError({ part: 'requested-move', error })
  }
}
