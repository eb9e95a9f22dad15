import type { z } from 'zod'
import { ActionRunsInput, ActionRunsOutput } from '../../contract/functions/action-runs.ts'
import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { areActionsPaused, pauseActions } from './action-runs-queries.ts'
import { retryRun } from './retry-run.ts'
import { testAction } from './test-action.ts'

export const actionRuns = fn('action-runs', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ActionRunsInput,
  output: ActionRunsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof ActionRunsOutput>> {
    if (input.action === 'retry') {
      await retryRun(ctx, { userId, runId: input.runId })
      return { success: true }
    }
    if (input.action === 'test') return { test: await testAction(ctx, userId, input) }
    const at = { userId, mailboxId: input.mailboxId }
    if (input.action === 'pause') return { paused: await pause(ctx, at, input.paused) }
    const paused = await ctx.db.asService((tx) => areActionsPaused(tx, at))
    return { paused: paused ?? fail('mailbox_not_found') }
  },
})

/** What waited meanwhile goes on at once. */
async function pause(
  ctx: Pick<Context, 'db' | 'jobs'>,
  at: { userId: string; mailboxId: string },
  paused: boolean,
): Promise<boolean> {
  const { userId, mailboxId } = at
  return ctx.db.asService(async (tx) => {
    if (!(await pauseActions(tx, at, paused))) fail('mailbox_not_found')
    await tellPages(tx, userId, { type: 'mailbox', mailboxId })
    if (!paused) await ctx.jobs.enqueue(tx, 'look-after-actions', {})
    return paused
  })
}
