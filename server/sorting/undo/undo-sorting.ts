import type { NotUndoneReason } from '../../../contract/functions/undo-sorting.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { bulkUndoBatchSize } from '../limits.ts'
import { bulkUndoMaxAgeMs, mailboxJobRetryMs } from '../../limits.ts'
import { moveOneOfMany, type Postponed } from '../moves/move-one-of-many.ts'
import {
  type ClaimedBulkUndo,
  claimBulkUndo,
  finishBulkUndo,
  releaseBulkUndo,
  renewBulkUndoClaim,
  pendingUndoItems,
} from './bulk-undo-queries.ts'
import { recordUndoOutcome } from '../moves/requested-move-queries.ts'

/**
 * Undoes the messages of a bulk undo one by one, each as a requested move. A worker that takes over continues with
 * the messages that have no outcome. Ends an undo that is older than `bulkUndoMaxAgeMs`.
 */
export async function undoSorting(ctx: RemoteContext, { mailboxId }: { mailboxId: string }): Promise<void> {
  const [undo] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [claimBulkUndo(tx, mailboxId, ctx.presence.node)]),
  )
  if (!undo) return
  if (ctx.clock.now().getTime() - undo.startedAt.getTime() >= bulkUndoMaxAgeMs) return finish(ctx, undo)
  const stopped = await undoPending(ctx, undo)
  if (stopped === 'overtaken') return
  if (stopped === 'finished') return finish(ctx, undo)
  await retryLater(ctx, undo, stopped)
}

async function undoPending(ctx: RemoteContext, undo: ClaimedBulkUndo): Promise<'finished' | 'overtaken' | Postponed> {
  let postponed: Postponed | null = null
  for (let after = 0; ; ) {
    const from = after
    const [items] = await ctx.db.asService((tx, sendLast) =>
      sendLast(() => [pendingUndoItems(tx, undo.undoId, { after: from, limit: bulkUndoBatchSize })]),
    )
    if (items.length === 0) return postponed ?? 'finished'
    for (const { logId, position } of items) {
      const outlookResponds = after > 0
      const [isHeld] = await ctx.db.asService((tx, sendLast) =>
        sendLast(() => [renewBulkUndoClaim(tx, undo, outlookResponds), commitWithoutWaiting(tx)]),
      )
      if (!isHeld) return 'overtaken'
      const { userId, undoId } = undo
      const result = await moveOneOfMany(ctx, { userId, logId, folderId: null, undoId })
      if (result.is === 'waiting') return result
      if (result.is === 'later') postponed = result
      if (result.is === 'not-moved') await recordNotUndone(ctx, { undoId, logId }, result.reason)
      after = position
    }
    await ctx.db.asService((tx) => publishBulkUndo(tx, undo))
  }
}

/** The next attempt repeats an outcome that is lost. */
async function recordNotUndone(
  ctx: Pick<Context, 'db'>,
  item: { undoId: string; logId: string },
  reason: NotUndoneReason,
): Promise<void> {
  await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [recordUndoOutcome(tx, item, reason), commitWithoutWaiting(tx)]),
  )
}

async function finish(ctx: Pick<Context, 'clock' | 'db'>, undo: ClaimedBulkUndo): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (!(await renewBulkUndoClaim(tx, undo, true))) return
    await finishBulkUndo(tx, undo.mailboxId, { state: 'done', rest: 'not_answered', now: ctx.clock.now() })
    await publishBulkUndo(tx, undo)
  })
}

async function retryLater(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  undo: ClaimedBulkUndo,
  result: Postponed,
): Promise<void> {
  const { mailboxId } = undo
  const forMs = result.is === 'waiting' ? result.forMs : mailboxJobRetryMs
  await ctx.db.asService(async (tx) => {
    await releaseBulkUndo(tx, undo, result.is === 'waiting')
    await ctx.jobs.enqueue(tx, 'undo-sorting', { mailboxId }, { after: addMs(ctx.clock.now(), forMs) })
    await publishBulkUndo(tx, undo)
  })
}

const publishBulkUndo = (tx: Tx, { userId, mailboxId }: ClaimedBulkUndo): Promise<void> =>
  publishLiveEvent(tx, userId, { type: 'bulk-undo', mailboxId })
