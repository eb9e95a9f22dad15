import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { findRunLogId, reopenRun } from './retry-run-queries.ts'
import { upsertPendingMessage } from '../engine/pending-message-queries.ts'

/**
 * Retries a user's failed run with the current configuration. Locks the message before the run, in the same order as
 * `finishRun`, to avoid deadlocks.
 * @throws AppError `action_run_not_found`, `action_run_not_failed`
 */
export async function retryRun(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  at: { userId: string; runId: string },
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const logId = (await findRunLogId(tx, at)) ?? fail('action_run_not_found')
    await upsertPendingMessage(tx, logId, ctx.clock.now())
    const mailboxId = (await reopenRun(tx, at)) ?? fail('action_run_not_failed')
    await ctx.jobs.enqueue(tx, 'run-actions', { logId })
    await publishLiveEvent(tx, at.userId, { type: 'log', mailboxId, logId, status: 'processed' })
  })
}
