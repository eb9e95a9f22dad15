import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { Tx } from '../../db/database.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { bulkUndoBatchSize } from '../limits.ts'
import { mailboxJobRetryMs, tidyUpUndoMs } from '../../limits.ts'
import { moveOneOfMany, type Postponed } from '../moves/move-one-of-many.ts'
import { recordPressOutcome } from '../moves/requested-move-queries.ts'
import { type ClaimedPress, claimPress, finishPress, nextOpenItem, releasePress } from './press-claim-queries.ts'
import type { Owner } from './press-queries.ts'

/**
 * Moves the emails of the presses of a mailbox, oldest press first, one by one, each as a requested move; moves them
 * back where the user has undone the press. A worker that takes over continues with the emails that have no outcome.
 */
export async function tidyUp(ctx: RemoteContext, { mailboxId }: JobPayload<'tidy-up'>): Promise<void> {
  for (;;) {
    const [press] = await ctx.db.asService((tx, sendLast) =>
      sendLast(() => [claimPress(tx, mailboxId, ctx.presence.node)]),
    )
    if (!press) return
    const postponed = await moveItems(ctx, press)
    if (postponed) return retryLater(ctx, press, postponed)
  }
}

/** @returns why emails are left; null where the press has ended, or another worker has claimed it */
async function moveItems(ctx: RemoteContext, press: ClaimedPress): Promise<Postponed | null> {
  let postponed: Postponed | null = null
  let after = { isUndo: false, position: 0 }
  let moves = { mailbox: { id: press.mailboxId } }
  for (let moved = 1; ; moved++) {
    const last = after
    const [open] = await ctx.db.asService((tx, sendLast) =>
      sendLast(() => [nextOpenItem(tx, press, last), commitWithoutWaiting(tx)]),
    )
    if (!open) return null
    const { isUndo, item } = open
    if (isUndo !== after.isUndo) postponed = null
    if (!item || isExpired(ctx, press, isUndo)) {
      if (item === null && postponed) return postponed
      // The user may undo the press at this moment: then its emails are moved back next.
      if (await finish(ctx, press, isUndo)) return null
      after = { isUndo, position: 0 }
      continue
    }
    const request = { userId: press.userId, logId: item.logId, folderId: isUndo ? null : press.folderId }
    const result = await moveOneOfMany(ctx, { ...request, pressId: press.pressId }, moves)
    if (result.is === 'waiting') return result
    if (result.is === 'later') postponed = result
    if (result.is === 'not-moved')
      await ctx.db.asService((tx) => recordPressOutcome(tx, { ...request, pressId: press.pressId }, false))
    after = { isUndo, position: item.position }
    if (moved % bulkUndoBatchSize !== 0) continue
    // The folder may be deleted meanwhile.
    moves = { mailbox: { id: press.mailboxId } }
    await ctx.db.asService((tx) => publishTidyUp(tx, press))
  }
}

const isExpired = ({ clock }: Pick<Context, 'clock'>, { createdAt }: ClaimedPress, isUndo: boolean): boolean =>
  clock.now().getTime() - createdAt.getTime() >= (isUndo ? 2 : 1) * tidyUpUndoMs

function finish(ctx: Pick<Context, 'db'>, press: ClaimedPress, isUndo: boolean): Promise<boolean> {
  return ctx.db.asService(async (tx) => {
    if (!(await finishPress(tx, press, isUndo))) return false
    await publishTidyUp(tx, press)
    return true
  })
}

async function retryLater(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  press: ClaimedPress,
  postponed: Postponed,
): Promise<void> {
  const { mailboxId } = press
  const forMs = postponed.is === 'waiting' ? postponed.forMs : mailboxJobRetryMs
  await ctx.db.asService(async (tx) => {
    await releasePress(tx, press, postponed.is === 'waiting')
    await ctx.jobs.enqueue(tx, 'tidy-up', { mailboxId }, { after: addMs(ctx.clock.now(), forMs) })
    await publishTidyUp(tx, press)
  })
}

export const publishTidyUp = (tx: Tx, { userId, mailboxId }: Owner): Promise<void> =>
  publishLiveEvent(tx, userId, { type: 'tidy-up', mailboxId })
