import type { z } from 'zod'
import { ActionRunsInput, ActionRunsOutput, type FailedRunCount } from '../../../contract/functions/action-runs.ts'
import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { areActionsPaused, setActionsPaused } from './actions-paused-queries.ts'
import { countFailedRuns, countUnclearRuns } from './failed-run-queries.ts'
import { retryRun } from './retry-run.ts'
import { dryRunAction } from './dry-run-action.ts'

export const actionRuns = functionRoute('action-runs', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ActionRunsInput,
  output: ActionRunsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof ActionRunsOutput>> {
    if (input.action === 'retry') {
      await retryRun(ctx, { userId, runId: input.runId })
      return { success: true }
    }
    if (input.action === 'failed' || input.action === 'retry-failed') {
      const at = { userId, mailboxId: input.mailboxId ?? null }
      return input.action === 'failed' ? countFailed(ctx, at) : requestRetries(ctx, at)
    }
    if (input.action === 'test') return { test: await dryRunAction(ctx, userId, input) }
    const at = { userId, mailboxId: input.mailboxId }
    if (input.action === 'pause') return { paused: await changePaused(ctx, at, input.paused) }
    const paused = await ctx.db.asService((tx) => areActionsPaused(tx, at))
    return { paused: paused ?? fail('mailbox_not_found') }
  },
})

interface FailedRunsOf {
  userId: string
  /** Null: of all mailboxes. A mailbox of another user has none of this user's runs. */
  mailboxId: string | null
}

const countFailed = (ctx: Pick<Context, 'clock' | 'db'>, at: FailedRunsOf): Promise<FailedRunCount> =>
  ctx.db.asService(async (tx) => ({
    failed: await countFailedRuns(tx, { ...at, kind: 'all', failedUntil: ctx.clock.now() }),
    unclear: await countUnclearRuns(tx, at),
  }))

/** A job retries them in batches, so that a long history holds no lock for long. */
const requestRetries = (ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, at: FailedRunsOf): Promise<{ retried: number }> =>
  ctx.db.asService(async (tx) => {
    const failedUntil = ctx.clock.now()
    const retried = await countFailedRuns(tx, { ...at, kind: 'all', failedUntil })
    if (retried > 0) await ctx.jobs.enqueue(tx, 'retry-failed-runs', { ...at, failedUntil: failedUntil.toISOString() })
    return { retried }
  })

/** Resuming enqueues a reconcile job, so that waiting runs start immediately. */
async function changePaused(
  ctx: Pick<Context, 'db' | 'jobs'>,
  at: { userId: string; mailboxId: string },
  paused: boolean,
): Promise<boolean> {
  const { userId, mailboxId } = at
  return ctx.db.asService(async (tx) => {
    if (!(await setActionsPaused(tx, at, paused))) fail('mailbox_not_found')
    await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
    if (!paused) await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    return paused
  })
}
