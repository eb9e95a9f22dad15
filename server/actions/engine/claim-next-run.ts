import type { Context } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import { responsesTo, type Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { runMaxAttempts } from '../limits.ts'
import {
  beginAttempt,
  resetAttempts,
  findNextDueMessage,
  postponePendingMessage,
  deletePendingMessage,
  type MessageClaim,
} from './pending-message-queries.ts'
import { finishRunInTransaction } from './finish-run.ts'
import { stopReason } from './run-preconditions.ts'
import { markRunning, findNextRun, type NextRun, type PartialRunResult } from './action-run-queries.ts'
import { mayHaveMarkedRead } from '../runner/restore-unread.ts'
import { RunStopped } from '../runner/run-stopped.ts'

/** A run that may start, and the attempts made so far, this one included. */
export interface ClaimedRun {
  run: NextRun
  attemptState: { attempts: number; since: Date }
  /** It ends with this once the read state of its email is restored. */
  ended: PartialRunResult | null
}

const gaveUp = { status: 'failed', reason: 'gave_up' } as const

/**
 * Extends the claim on the message and picks its next run; counts the attempt before the run starts.
 * @throws RunStopped `claim_lost`
 */
export function claimNextRun(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  claim: MessageClaim,
): Promise<ClaimedRun | 'nothing_left' | 'paused' | 'ended'> {
  return ctx.db.asService(async (tx, sendLast) => {
    const [attemptState, found] = await responsesTo([
      beginAttempt(tx, claim, ctx.clock.now()),
      findNextRun(tx, claim.logId),
      commitWithoutWaiting(tx),
    ])
    if (!attemptState) throw new RunStopped('claim_lost')
    if (!found) {
      await enqueueNextMessage(ctx, tx, await deletePendingMessage(tx, claim))
      return 'nothing_left'
    }
    const run = { ...found, preconditions: { ...found.preconditions, version: configVersionFor(found) } }
    const stop = stopReason(run.preconditions)
    if (stop === 'paused') return postponeUntilResumed(ctx, tx, claim)
    const isGivenUp = attemptState.attempts > runMaxAttempts
    const ended = stop !== null && stop !== 'claim_lost' ? stop : isGivenUp ? gaveUp : null
    if (ended && mayHaveMarkedRead(run.progress)) return { run, attemptState, ended }
    if (ended) {
      await finishRunInTransaction(ctx, tx, run, ended)
      await resetAttempts(tx, claim)
      return 'ended'
    }
    const { runId, userId, mailboxId, logId, preconditions } = run
    await sendLast(() => [
      markRunning(tx, runId, preconditions.version),
      publishLiveEvent(tx, userId, { type: 'log', mailboxId, logId, status: 'processed' }),
    ])
    return { run, attemptState, ended }
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
