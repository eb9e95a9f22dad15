import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { findOldestFailedRuns, reopenRuns, type FailedRuns } from './failed-run-queries.ts'
import { upsertPendingMessages } from '../engine/pending-message-queries.ts'

/** Runs that one transaction of a retry of many reopens. */
export const retriedRunsBatchSize = 100

type RetryContext = Pick<Context, 'clock' | 'db' | 'jobs'>

export const retryUnblockedRuns = (ctx: RetryContext, { userId }: JobPayload<'retry-unblocked-runs'>): Promise<void> =>
  retryRuns(ctx, { kind: 'unblocked', userId })

export const retryFailedRuns = (
  ctx: RetryContext,
  { failedUntil, ...which }: JobPayload<'retry-failed-runs'>,
): Promise<void> => retryRuns(ctx, { kind: 'all', ...which, failedUntil: new Date(failedUntil) })

/**
 * Puts failed runs back into the queue, oldest first, each with its progress, so that no effect is repeated. A run that
 * fails again meanwhile is not retried a second time.
 */
async function retryRuns(ctx: RetryContext, which: FailedRuns): Promise<void> {
  while (await retryBatch(ctx, which));
}

/** @returns whether there may be more */
const retryBatch = (ctx: RetryContext, which: FailedRuns): Promise<boolean> =>
  ctx.db.asService(async (tx) => {
    const runs = await findOldestFailedRuns(tx, which, retriedRunsBatchSize)
    if (runs.length === 0) return false
    // The message before the run, in the same order as `finishRun`, to avoid deadlocks.
    const messages = new Map(runs.toReversed().map(({ logId, createdAt }) => [logId, { dueAt: createdAt }]))
    await upsertPendingMessages(tx, messages, ctx.clock.now())
    const reopened = await reopenRuns(
      tx,
      runs.map(({ id }) => id),
    )
    for (const { mailboxId, logId } of reopened)
      await publishLiveEvent(tx, which.userId, { type: 'log', mailboxId, logId, status: 'processed' })
    await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    return runs.length === retriedRunsBatchSize
  })
