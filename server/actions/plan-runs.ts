import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { putMail } from './claim-queries.ts'
import { insertRuns } from './run-queries.ts'

/**
 * Plans what the folder's actions do to a mail that was sorted into it, or put there by its owner or a rule where the mailbox acts on that. To be called in the transaction that ends the mail, after its
 * row says where it went: with it the actions are sure to run, without it there are none (invariant I6).
 */
export async function planRuns(ctx: Pick<Context, 'clock' | 'jobs'>, tx: Tx, logId: string): Promise<void> {
  const now = ctx.clock.now()
  if ((await insertRuns(tx, logId, now)) === 0) return
  await putMail(tx, logId, now)
  await ctx.jobs.enqueue(tx, 'run-actions', { logId })
}
