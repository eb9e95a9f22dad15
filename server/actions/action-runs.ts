import type { z } from 'zod'
import { ActionRunsInput, ActionRunsOutput } from '../../contract/functions/action-runs.ts'
import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { areActionsPaused, logOfRun, pauseActions, reopenRun } from './action-runs-queries.ts'
import { putMail } from './claim-queries.ts'
import { testAction } from './test-action.ts'

export const actionRuns = fn('action-runs', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ActionRunsInput,
  output: ActionRunsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof ActionRunsOutput>> {
    if (input.action === 'retry') {
      await retry(ctx, { userId, runId: input.runId })
      return { success: true }
    }
    if (input.action === 'test') return { test: await testAction(ctx, userId, input) }
    const at = { userId, mailboxId: input.mailboxId }
    if (input.action === 'pause') return { paused: await pause(ctx, at, input.paused) }
    const paused = await ctx.db.asService((tx) => areActionsPaused(tx, at))
    return { paused: paused ?? fail('mailbox_not_found') }
  },
})

/** The mail first, then the run: whoever ends the mail takes them in this order, too. */
async function retry(ctx: Context, at: { userId: string; runId: string }): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const logId = (await logOfRun(tx, at)) ?? fail('action_run_not_found')
    await putMail(tx, logId, ctx.clock.now())
    const mailboxId = (await reopenRun(tx, at)) ?? fail('action_run_not_failed')
    await ctx.jobs.enqueue(tx, 'run-actions', { logId })
    await tellPages(tx, at.userId, { type: 'log', mailboxId, logId, status: 'processed' })
  })
}

/** What waited meanwhile goes on at once. */
async function pause(ctx: Context, at: { userId: string; mailboxId: string }, paused: boolean): Promise<boolean> {
  const { userId, mailboxId } = at
  return ctx.db.asService(async (tx) => {
    if (!(await pauseActions(tx, at, paused))) fail('mailbox_not_found')
    await tellPages(tx, userId, { type: 'mailbox', mailboxId })
    if (!paused) await ctx.jobs.enqueue(tx, 'look-after-actions', {})
    return paused
  })
}
