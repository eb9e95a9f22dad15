import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { tidyUpUndoMs } from '../../limits.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { lockMailbox } from '../learning/taught-in-press-queries.ts'
import { restoreKeptLogs } from '../learning/retract-correction-queries.ts'
import { retractTaught } from '../learning/retract-taught.ts'
import { lockPress, startUndo } from './press-queries.ts'
import { publishTidyUp } from './tidy-up.ts'

/**
 * Retracts what a press has taught, at once, and has its emails moved back in the background, also while it still
 * runs. A repeated undo changes nothing.
 */
export async function undoPress(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  { id: mailboxId, user_id: userId }: MailboxRow,
  pressId: string,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await lockMailbox(tx, mailboxId)
    const since = addMs(ctx.clock.now(), -tidyUpUndoMs)
    const press = (await lockPress(tx, { mailboxId, pressId, since })) ?? fail('press_not_found')
    if (press.state === 'undoing' || press.state === 'undone') return
    const hasMoves = await startUndo(tx, pressId)
    const restored = await restoreKeptLogs(tx, pressId)
    await ctx.jobs.enqueueAll(
      tx,
      'mark-unsure',
      restored.map((logId) => ({ logId })),
    )
    await retractTaught(ctx, tx, { mailboxId, pressId })
    if (hasMoves) await ctx.jobs.enqueue(tx, 'tidy-up', { mailboxId })
    await publishTidyUp(tx, { userId, mailboxId })
    await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
  })
}
