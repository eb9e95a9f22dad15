import type { Context } from '../../context.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { inMessageSpan } from '../../tracing.ts'
import { claimPendingMessage, type MessageClaim } from './pending-message-queries.ts'
import { type ClaimedRun, claimNextRun } from './claim-next-run.ts'
import { finishRun } from './finish-run.ts'
import { handleRunFailure } from './handle-run-failure.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { executeRun } from './execute-run.ts'
import { restoreBeforeEnd } from './restore-before-end.ts'

/**
 * Job of one message: executes its runs in order, each to its end before the next starts. A run that has to wait
 * stays in its row until it is due.
 */
export async function runActions(ctx: Context, { logId }: JobPayload<'run-actions'>): Promise<void> {
  const { node } = ctx.presence
  const [claim] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [claimPendingMessage(tx, logId, { node, now: ctx.clock.now() })]),
  )
  if (!claim) return
  try {
    while (await runNext(ctx, claim));
  } catch (error) {
    if (error instanceof RunStopped && error.stop === 'claim_lost') return
    throw error
  }
}

/** @returns whether the next run may start now */
async function runNext(ctx: Context, claim: MessageClaim): Promise<boolean> {
  const next = await claimNextRun(ctx, claim)
  if (next === 'nothing_left' || next === 'paused') return false
  if (next === 'ended') return true
  const { runId, type, logId } = next.run
  return inMessageSpan('run action', next.run, { logId, runId, type }, () => attemptRun(ctx, claim, next))
}

async function attemptRun(ctx: Context, claim: MessageClaim, next: ClaimedRun): Promise<boolean> {
  const { run, ended } = next
  try {
    if (ended) await restoreBeforeEnd(ctx, claim, run)
    await finishRun(ctx, claim, run, ended ?? (await executeRun(ctx, claim, run)))
    return true
  } catch (error) {
    return handleRunFailure(ctx, claim, next, error)
  }
}
