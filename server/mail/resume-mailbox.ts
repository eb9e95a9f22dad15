import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { requestRenewal } from './change-notifications/subscription-queries.ts'

/**
 * After a sign-in: the subscription may have ended with the previous grant, messages may have arrived, and others may
 * be waiting. The jobs do nothing where real-time sorting is off or nothing waits.
 */
export async function resumeMailbox(ctx: Pick<Context, 'jobs'>, tx: Tx, mailboxId: string): Promise<void> {
  await requestRenewal(tx, mailboxId)
  for (const job of ['ensure-subscription', 'catch-up', 'drain-mailbox'] as const) {
    await ctx.jobs.enqueue(tx, job, { mailboxId })
  }
}
