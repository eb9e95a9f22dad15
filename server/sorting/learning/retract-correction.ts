import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { unsureMessage } from './corrected-log-queries.ts'
import { scheduleRelearning } from './schedule-relearning.ts'
import { deleteCorrection, restoreLogBeforeCorrection } from './retract-correction-queries.ts'

/**
 * Restores the row and the training examples of a message to the state before its last correction. Must run after
 * the message was moved back. Effects of actions that ran meanwhile stay.
 */
export async function retractCorrection(
  ctx: Pick<Context, 'jobs' | 'events'>,
  tx: Tx,
  { logId, mailboxId }: { logId: string; mailboxId: string },
): Promise<void> {
  if (await deleteCorrection(tx, logId)) await scheduleRelearning(ctx, tx, mailboxId)
  await restoreLogBeforeCorrection(tx, logId)
  if (await unsureMessage(tx, logId)) await ctx.jobs.enqueue(tx, 'mark-unsure', { logId })
  ctx.events.correctionRetracted({ mailboxId, logId })
}
