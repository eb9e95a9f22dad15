import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { expireAttempts } from './attempt-queries.ts'
import { dueSyncs, wantSyncOfUser } from './customer-queries.ts'
import { dueEndedCustomers } from './ended-customer-queries.ts'

/** So long after its end a purchase is given up; what it may have come to is read once more. */
const graceMs = minutes(5)

/** Every minute: asks the rows what is due, so that nothing that was lost (a job, an event, a worker) stays lost. */
export async function lookAfterBilling(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    for (const userId of await expireAttempts(tx, later(now, -graceMs))) await wantSyncOfUser(tx, userId, now)
    for (const userId of await dueSyncs(tx, now)) await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
    for (const customerId of await dueEndedCustomers(tx, now))
      await ctx.jobs.enqueue(tx, 'end-customer', { customerId })
  })
}
