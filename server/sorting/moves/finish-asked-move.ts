import { days, later, minutes } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { Failure } from '../../errors.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { claimAskedMove, endAskedMove } from './asked-move-queries.ts'
import { moveAsAsked } from './move-as-asked.ts'

/** After that the user has long done it by hand, or forgotten it: a mail that moves then would surprise. */
const longestWait = days(1)

/** Finishes a move that was asked for, where whoever was at it died or Outlook did not answer. */
export async function finishAskedMove(ctx: RemoteContext, { logId }: JobPayload<'finish-asked-move'>): Promise<void> {
  const now = ctx.clock.now()
  const asked = await ctx.db.asService(async (tx) => {
    const claimed = await claimAskedMove(tx, logId)
    if (claimed === 'held')
      await ctx.jobs.enqueue(tx, 'finish-asked-move', { logId }, { after: later(now, minutes(1)) })
    if (claimed === null || claimed === 'held') return null
    if (now.getTime() - claimed.askedAt.getTime() < longestWait) return claimed
    await endAskedMove(tx, claimed)
    return null
  })
  if (!asked) return
  try {
    await moveAsAsked(ctx, asked)
  } catch (error) {
    // The mail, its folder or the mailbox is not there any more, or the user was quicker: nothing is left to finish.
    if (error instanceof Failure || error instanceof MailboxProblem) return
    if (!(error instanceof VendorError)) throw error
    ctx.events.backgroundError({ part: 'asked-move', error })
  }
}
