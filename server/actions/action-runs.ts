import type { z } from 'zod'
import { ActionRunsInput, ActionRunsOutput } from '../../contract/functions/action-runs.ts'
import type { Context } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/route.ts'
import { areActionsPaused, setActionsPaused } from './action-runs-function-queries.ts'
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
    if (input.action === 'test') return { test: await dryRunAction(ctx, userId, input) }
    const at = { userId, mailboxId: input.mailboxId }
    if (input.action === 'pause') return { paused: await changePaused(ctx, at, input.paused) }
    const paused = await ctx.db.asService((tx) => areActionsPaused(tx, at))
    return { paused: paused ?? fail('mailbox_not_found') }
  },
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
