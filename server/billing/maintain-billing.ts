import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import { expireCheckoutAttempts } from './subscriptions/checkout-attempt-queries.ts'
import { listDueSyncs, requestSync } from './customers/customer-queries.ts'
import { listDueCustomerClosures } from './customers/customer-closure-queries.ts'

/** Delay after a checkout session's expiry before its attempt is marked as expired and Stripe is read again. */
const checkoutExpiryGraceMs = 5 * 60_000

/** Runs every minute: enqueues due work from the rows, so that a lost job, event or worker loses nothing. */
export async function maintainBilling(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    for (const userId of await expireCheckoutAttempts(tx, addMs(now, -checkoutExpiryGraceMs)))
      await requestSync(tx, userId, now)
    await ctx.jobs.enqueueAll(tx, 'sync-customer', await listDueSyncs(tx, now))
    await ctx.jobs.enqueueAll(tx, 'close-customer', await listDueCustomerClosures(tx, now))
  })
}
