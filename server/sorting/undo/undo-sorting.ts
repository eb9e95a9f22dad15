import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { Tx } from '../../db/database.ts'
import { bulkUndoMaxAgeMs } from '../../limits.ts'
import { moveMany } from '../moves/move-many.ts'
import { recordUndoOutcome } from '../moves/requested-move-queries.ts'
import { claimBulkUndo, finishBulkUndo, nextUndoItem, releaseBulkUndo } from './bulk-undo-queries.ts'

/** Undoes the messages of a bulk undo. Ends an undo that is older than `bulkUndoMaxAgeMs`. */
export async function undoSorting(ctx: RemoteContext, { mailboxId }: { mailboxId: string }): Promise<void> {
  const undo = await ctx.db.asService((tx) => claimBulkUndo(tx, mailboxId, ctx.presence.node))
  if (!undo) return
  const { userId, undoId, startedAt } = undo
  const publish = (tx: Tx): Promise<void> => publishLiveEvent(tx, userId, { type: 'bulk-undo', mailboxId })
  await moveMany(ctx, {
    mailboxId,
    job: 'undo-sorting',
    next: (tx, { position }) => nextUndoItem(tx, undo, position),
    requestOf: (logId) => ({ userId, logId, folderId: null, undoId }),
    isExpired: () => ctx.clock.now().getTime() - startedAt.getTime() >= bulkUndoMaxAgeMs,
    recordNotMoved: (tx, { logId }, reason) => recordUndoOutcome(tx, { undoId, logId }, reason),
    async finish(tx) {
      if (await finishBulkUndo(tx, undo, { state: 'done', rest: 'not_answered', now: ctx.clock.now() }))
        await publish(tx)
      return true
    },
    release: (tx, isWaiting) => releaseBulkUndo(tx, undo, isWaiting),
    publish,
  })
}
