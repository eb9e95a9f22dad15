import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { retryBlockedRuns } from '../../grants/retry-blocked-runs.ts'
import { requestRenewal } from './subscription-renewal-queries.ts'

/**
 * After a sign-in: the subscription may have ended with the previous grant, messages may have arrived, and others may
 * be waiting, as may actions that failed. The jobs do nothing where real-time sorting is off or nothing waits.
 */
export async function resumeMailbox(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { mailboxId, userId }: { mailboxId: string; userId: string },
): Promise<void> {
  await requestRenewal(tx, mailboxId)
  await retryBlockedRuns(ctx, tx, { userId, mailboxId })
  for (const job of ['ensure-subscription', 'catch-up', 'drain-mailbox'] as const) {
    await ctx.jobs.enqueue(tx, job, { mailboxId })
  }
}
