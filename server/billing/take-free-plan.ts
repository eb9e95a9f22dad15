import type { z } from 'zod'
import type { CreateCheckoutOutput } from '../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../context.ts'
import { tellPages } from '../db/live.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { lockBilling } from './customer-queries.ts'
import { customerThere } from './customer.ts'
import { putFreePlan } from './queries.ts'
import { isLive } from './rights.ts'
import { clickOnBilling } from './with-billing.ts'

type Answer = z.input<typeof CreateCheckoutOutput>

/** The free plan for who pays for none; leaving a paid one is `cancel-subscription`'s. Needs no payment provider. */
export function takeFreePlan(ctx: RemoteContext, userId: string, planId: string): Promise<Answer> {
  if (ctx.vendors.stripe)
    return clickOnBilling(ctx, { userId, failure: 'checkout_failed' }, async (stripe) =>
      (await pays(ctx, stripe, userId))
        ? { alreadySubscribed: true, suggestManageSubscription: true }
        : putFree(ctx, userId, planId),
    )
  return putFree(ctx, userId, planId, true)
}

async function pays(ctx: RemoteContext, stripe: StripeClient, userId: string): Promise<boolean> {
  const customerId = await customerThere(ctx, stripe, userId)
  return customerId !== null && (await stripe.subscriptionsOf(customerId)).some(isLive)
}

async function putFree(
  ctx: Pick<Context, 'clock' | 'db'>,
  userId: string,
  planId: string,
  lock = false,
): Promise<Answer> {
  await ctx.db.asService(async (tx) => {
    if (lock) await lockBilling(tx, userId)
    await putFreePlan(tx, userId, planId, ctx.clock.now())
    await tellPages(tx, userId, { type: 'subscription' })
  })
  return { freePlan: true, success: true }
}
