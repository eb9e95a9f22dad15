import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { upsertPendingMessage } from './pending-message-queries.ts'
import { insertRuns } from './action-run-queries.ts'

/**
 * Creates a run for each action of the folder that a message was sorted into, or was filed into by the user or an
 * Outlook rule if the mailbox acts on that. Call it in the transaction that ends the message, after its row names the
 * folder: the runs then exist exactly if the move is recorded.
 */
export async function createActionRuns(ctx: Pick<Context, 'clock' | 'jobs'>, tx: Tx, logId: string): Promise<void> {
  const now = ctx.clock.now()
  if ((await insertRuns(tx, logId, now)) === 0) return
  await upsertPendingMessage(tx, logId, now)
  await ctx.jobs.enqueue(tx, 'run-actions', { logId })
}
