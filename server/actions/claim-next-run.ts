import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { runMaxAttempts } from '../limits.ts'
import {
  countAttempt,
  extendClaim,
  resetAttempts,
  findNextDueMessage,
  postponePendingMessage,
  deletePendingMessage,
  type MessageClaim,
} from './pending-message-queries.ts'
import { finishRunInTransaction } from './finish-run.ts'
import { stopReason } from './run-preconditions.ts'
import { markRunning, findNextRun, type NextRun } from './action-run-queries.ts'
import { RunStopped } from './run-stopped.ts'

/** A run that may start, and the attempts made so far, this one included. */
export interface ClaimedRun {
  run: NextRun
  attemptState: { attempts: number; since: Date }
}

/**
 * Extends the claim on the message and picks its next run; counts the attempt before the run starts.
 * @throws RunStopped `claim_lost`
 */
export function claimNextRun(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  claim: MessageClaim,
): Promise<ClaimedRun | 'nothing_left' | 'paused' | 'ended'> {
  return ctx.db.asService(async (tx) => {
    if (!(await extendClaim(tx, claim))) throw new RunStopped('claim_lost')
    const found = await findNextRun(tx, claim.logId)
    if (!found) {
      await enqueueNextMessage(ctx, tx, await deletePendingMessage(tx, claim))
      return 'nothing_left'
    }
    const run = { ...found, preconditions: { ...found.preconditions, version: configVersionFor(found) } }
    const stop = stopReason(run.preconditions)
    if (stop === 'paused') return postponeUntilResumed(ctx, tx, claim)
    if (stop !== null && stop !== 'claim_lost') {
      await finishRunInTransaction(ctx, tx, run, stop)
      await resetAttempts(tx, claim)
      return 'ended'
    }
    return startAttempt(ctx, tx, claim, run)
  })
}

/**
 * Only a limited number of a mailbox's messages are enqueued at a time: each finished message enqueues the next one,
 * so a backlog does not wait for the reconcile job.
 */
async function enqueueNextMessage(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailboxId: string | null,
): Promise<void> {
  const logId = mailboxId && (await findNextDueMessage(tx, mailboxId, ctx.clock.now()))
  if (logId) await ctx.jobs.enqueue(tx, 'run-actions', { logId })
}

/** A run takes the saved configuration when it starts. One that has started must not finish with another version. */
function configVersionFor({ progress, preconditions }: NextRun): number {
  return progress === null ? (preconditions.savedVersion ?? preconditions.version) : preconditions.version
}

/** Resuming the actions enqueues the message again. The time it waits does not count as retry time. */
async function postponeUntilResumed(ctx: Pick<Context, 'clock'>, tx: Tx, claim: MessageClaim): Promise<'paused'> {
  await resetAttempts(tx, claim)
  await postponePendingMessage(tx, claim, { until: ctx.clock.now(), countsAsAttempt: false })
  return 'paused'
}

async function startAttempt(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  claim: MessageClaim,
  run: NextRun,
): Promise<ClaimedRun | 'ended'> {
  const { runId, userId, mailboxId, logId, preconditions } = run
  const attemptState = await countAttempt(tx, claim, ctx.clock.now())
  if (!attemptState) throw new RunStopped('claim_lost')
  if (attemptState.attempts > runMaxAttempts) {
    await finishRunInTransaction(ctx, tx, run, { status: 'failed', reason: 'gave_up' })
    await resetAttempts(tx, claim)
    return 'ended'
  }
  await markRunning(tx, runId, preconditions.version)
  await publishLiveEvent(tx, userId, { type: 'log', mailboxId, logId, status: 'processed' })
  return { run, attemptState }
}
