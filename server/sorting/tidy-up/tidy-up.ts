import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { Tx } from '../../db/database.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { tidyUpUndoMs } from '../../limits.ts'
import { moveMany } from '../moves/move-many.ts'
import { recordPressOutcome } from '../moves/requested-move-queries.ts'
import { type ClaimedPress, claimPress, finishPress, nextOpenItem, releasePress } from './press-claim-queries.ts'
import type { Owner } from './press-queries.ts'

/**
 * Moves the emails of the presses of a mailbox, oldest press first; moves them back where the user has undone the
 * press.
 */
export async function tidyUp(ctx: RemoteContext, { mailboxId }: JobPayload<'tidy-up'>): Promise<void> {
  for (;;) {
    const press = await ctx.db.asService((tx) => claimPress(tx, mailboxId, ctx.presence.node))
    if (!press || (await moveEmails(ctx, press))) return
  }
}

function moveEmails(ctx: RemoteContext, press: ClaimedPress): Promise<boolean> {
  const { userId, mailboxId, pressId, folderId, createdAt } = press
  return moveMany(ctx, {
    mailboxId,
    job: 'tidy-up',
    next: (tx, after) => nextOpenItem(tx, press, after),
    requestOf: (logId, isBack) => ({ userId, logId, folderId: isBack ? null : folderId, pressId }),
    isExpired: (isBack) => ctx.clock.now().getTime() - createdAt.getTime() >= (isBack ? 2 : 1) * tidyUpUndoMs,
    recordNotMoved: (tx, request) => recordPressOutcome(tx, { ...request, pressId }, false),
    async finish(tx, isBack) {
      // The user may undo the press at this moment: then its emails are moved back next.
      if (!(await finishPress(tx, press, isBack))) return false
      await publishTidyUp(tx, press)
      return true
    },
    release: (tx, isWaiting) => releasePress(tx, press, isWaiting),
    publish: (tx) => publishTidyUp(tx, press),
  })
}

export const publishTidyUp = (tx: Tx, { userId, mailboxId }: Owner): Promise<void> =>
  publishLiveEvent(tx, userId, { type: 'tidy-up', mailboxId })
