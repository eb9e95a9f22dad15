import type { z } from 'zod'
import { CancelSubscriptionOutput, NoInput } from '../../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { findExistingCustomer } from '../entitlements/stripe-customer.ts'
import { cancelAllAtStripe } from '../entitlements/cancel-at-stripe.ts'
import { listActivePlans } from '../catalogue/plan-queries.ts'
import { saveFreePlan, findSubscription } from '../entitlements/subscription-queries.ts'
import { trackUnknownOutcome, handleBillingRequest } from '../customers/billing-lock.ts'

/**
 * Switches from the paid plan to the free plan, immediately and without credit. Stripe is changed first: our row
 * changes only when nothing at Stripe can be charged any more.
 */
export const cancelSubscription = functionRoute('cancel-subscription', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: NoInput,
  output: CancelSubscriptionOutput,
  handle: (ctx, { user: { userId } }): Promise<z.input<typeof CancelSubscriptionOutput>> =>
    handleBillingRequest(ctx, { userId, failure: 'billing_unavailable' }, (stripe) =>
      switchToFreePlan(ctx, stripe, userId),
    ),
})

async function switchToFreePlan(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
): Promise<z.input<typeof CancelSubscriptionOutput>> {
  if (await hasFreePlan(ctx, userId)) return { success: true, alreadyFree: true }
  const customerId = await findExistingCustomer(ctx, stripe, userId)
  if (customerId !== null) await trackUnknownOutcome(() => cancelAllAtStripe(stripe, customerId))
  await ctx.db.asService(async (tx) => {
    const free = (await listActivePlans(tx)).find(({ price_monthly }) => price_monthly === 0)
    if (!free) throw new Error('There is no free plan')
    await saveFreePlan(tx, userId, free.id, ctx.clock.now())
    await publishLiveEvent(tx, userId, { type: 'subscription' })
  })
  ctx.events.subscriptionChanged({ userId, status: 'active' })
  return { success: true }
}

/** A user without a row has the free plan, too. */
async function hasFreePlan(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const row = await ctx.db.asService((tx) => findSubscription(tx, userId))
  return row === null || (row.stripe_subscription_id === null && row.price_monthly === 0)
}
