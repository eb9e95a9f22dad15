import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { logOfRun, reopenRun } from './action-runs-queries.ts'
import { putMail } from './claim-queries.ts'

/**
 * Has a failed run of the person's tried again, as the action is set up now. The mail is held first, then the run: whoever ends the mail
 * takes them in this order, too.
 * @throws Failure `action_run_not_found`, `action_run_not_failed`
 */
export async function retryRun(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  at: { userId: string; runId: string },
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const logId = (await logOfRun(tx, at)) ?? fail('action_run_not_found')
    await putMail(tx, logId, ctx.clock.now())
    const mailboxId = (await reopenRun(tx, at)) ?? fail('action_run_not_failed')
    await ctx.jobs.enqueue(tx, 'run-actions', { logId })
    await tellPages(tx, at.userId, { type: 'log', mailboxId, logId, status: 'processed' })
  })
}
