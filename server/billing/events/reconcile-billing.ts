import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { deleteCheckoutAttemptsBefore } from '../subscriptions/checkout-attempt-queries.ts'
import { listDueSyncs, requestSyncOfAll } from '../customers/customer-queries.ts'
import { deleteStripeEventsBefore } from './stripe-event-queries.ts'
import { webhookEventTypes } from '../catalogue/stripe-event-types.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'

/** Stripe retries webhooks for three days; older events are not read again. */
const stripeEventLookbackMs = 3 * 24 * 60 * 60_000
const stripeEventsPerReconciliation = 2000
const stripeEventRetentionMs = 35 * 24 * 60 * 60_000
const checkoutAttemptRetentionMs = 90 * 24 * 60 * 60_000

/** Runs every night: handles events whose webhooks were lost, requests syncs of all customers, and purges old rows. */
export async function reconcileBilling(ctx: RemoteContext): Promise<void> {
  const now = ctx.clock.now()
  const { stripe } = ctx.vendors
  if (stripe) {
    try {
      const events = await stripe.listEventsSince(
        addMs(now, -stripeEventLookbackMs),
        webhookEventTypes,
        stripeEventsPerReconciliation,
      )
      for (const event of events.toReversed()) await handleStripeEvent(ctx, stripe.mode, event)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      ctx.events.billingFailed({ userId: null, error })
    }
  }
  await ctx.db.asService(async (tx) => {
    if (stripe) await requestSyncOfAll(tx, now)
    await ctx.jobs.enqueueAll(tx, 'sync-customer', await listDueSyncs(tx, now))
    await deleteStripeEventsBefore(tx, addMs(now, -stripeEventRetentionMs))
    await deleteCheckoutAttemptsBefore(tx, addMs(now, -checkoutAttemptRetentionMs))
  })
}
