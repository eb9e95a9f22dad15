import type { Context, RemoteContext } from '../../context.ts'
import type { PartialRunResult } from './action-run-queries.ts'
import type { ClaimedRun } from './claim-next-run.ts'
import { classifyRunFailure, nextAttemptAt, type RetryableFailure } from './run-failure.ts'
import { finishRun } from './finish-run.ts'
import { postponePendingMessage, resetAttempts, type MessageClaim } from './pending-message-queries.ts'
import { restoreAtEnd } from './restore-before-end.ts'
import { RunStopped } from '../runner/run-stopped.ts'

/** @returns whether the next run may start now */
export async function handleRunFailure(
  ctx: RemoteContext,
  claim: MessageClaim,
  claimed: ClaimedRun,
  error: unknown,
): Promise<boolean> {
  const failure = classifyRunFailure(error)
  const finish = async (result: PartialRunResult): Promise<true> => {
    await restoreAtEnd(ctx, claim)
    await finishRun(ctx, claim, claimed.run, result)
    return true
  }
  if (failure.kind === 'stopped') {
    if (failure.stop === 'claim_lost') throw new RunStopped('claim_lost')
    if (failure.stop !== 'paused') return finish(failure.stop)
    await releaseClaim(ctx, claim)
    return false
  }
  if (failure.kind === 'failed')
    return finish({ status: 'failed', reason: failure.reason, blockedBy: failure.blockedBy })
  if (failure.unexpected) ctx.events.backgroundError({ part: 'actions', error })
  const until = nextAttemptAt(ctx.clock.now(), claimed.attemptState, failure, ctx.random())
  if (until === 'gave_up') return finish({ status: 'failed', reason: 'gave_up' })
  await scheduleRetry(ctx, claim, claimed, { failure, until })
  return false
}

async function scheduleRetry(
  ctx: Pick<Context, 'db' | 'jobs' | 'events'>,
  claim: MessageClaim,
  { run, attemptState }: ClaimedRun,
  { failure, until }: { failure: RetryableFailure; until: Date },
): Promise<void> {
  const { countsAsAttempt, isOutage, vendorStatus } = failure
  await ctx.db.asService(async (tx) => {
    if (isOutage) await resetAttempts(tx, claim)
    if (!(await postponePendingMessage(tx, claim, { until, countsAsAttempt }))) throw new RunStopped('claim_lost')
    await ctx.jobs.enqueue(tx, 'run-actions', { logId: run.logId }, { after: until })
  })
  const { mailboxId, runId } = run
  ctx.events.actionDelayed({ mailboxId, runId, attempts: attemptState.attempts, vendorStatus })
}

/**
 * The actions were paused or stopped during the run. Resuming enqueues the message again; the waiting time does not
 * count as retry time.
 */
async function releaseClaim(ctx: Pick<Context, 'clock' | 'db'>, claim: MessageClaim): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await resetAttempts(tx, claim)
    await postponePendingMessage(tx, claim, { until: ctx.clock.now(), countsAsAttempt: false })
  })
}
