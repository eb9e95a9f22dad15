import type { z } from 'zod'
import type { CreateCheckoutOutput } from '../../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { findExistingCustomer } from '../entitlements/stripe-customer.ts'
import { saveFreePlan } from '../entitlements/subscription-queries.ts'
import { isLive } from '../entitlements/entitlements.ts'
import { handleBillingRequest } from '../customers/billing-lock.ts'

type Answer = z.input<typeof CreateCheckoutOutput>

/** Subscribes a user without a paid plan to the free plan. `cancel-subscription` leaves a paid plan. */
export const subscribeToFreePlan = (ctx: RemoteContext, userId: string, planId: string): Promise<Answer> =>
  handleBillingRequest(ctx, { userId, failure: 'checkout_failed' }, async (stripe) =>
    (await hasLiveSubscription(ctx, stripe, userId))
      ? { alreadySubscribed: true, suggestManageSubscription: true }
      : saveAndPublishFreePlan(ctx, userId, planId),
  )

async function hasLiveSubscription(ctx: RemoteContext, stripe: StripeClient, userId: string): Promise<boolean> {
  const customerId = await findExistingCustomer(ctx, stripe, userId)
  return customerId !== null && (await stripe.listSubscriptions(customerId)).some(isLive)
}

async function saveAndPublishFreePlan(
  ctx: Pick<Context, 'clock' | 'db'>,
  userId: string,
  planId: string,
): Promise<Answer> {
  await ctx.db.asService(async (tx) => {
    await saveFreePlan(tx, userId, planId, ctx.clock.now())
    await publishLiveEvent(tx, userId, { type: 'subscription' })
  })
  return { freePlan: true, success: true }
}
