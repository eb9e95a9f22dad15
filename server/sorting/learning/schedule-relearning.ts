import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { markModelStale } from './model-queries.ts'

/**
 * Schedules training from all remaining examples after some were retracted. The current model stays in use until
 * then.
 */
export async function scheduleRelearning(ctx: Pick<Context, 'jobs'>, tx: Tx, mailboxId: string): Promise<void> {
  await markModelStale(tx, mailboxId)
  await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
}
