import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { makeRenewalDue } from './notifications/queries.ts'

/**
 * After a sign-in: notifications may have ended with the old one, mail may have come meanwhile, and some may be waiting. All of it does
 * nothing where the switch is off or nothing waits.
 */
export async function resumeMailbox(ctx: Pick<Context, 'jobs'>, tx: Tx, mailboxId: string): Promise<void> {
  await makeRenewalDue(tx, mailboxId)
  for (const job of ['tend-subscription', 'catch-up', 'drain-mailbox'] as const) {
    await ctx.jobs.enqueue(tx, job, { mailboxId })
  }
}
