import type { z } from 'zod'
import { CancelSubscriptionOutput, NoInput } from '../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { customerThere } from './customer.ts'
import { endAtStripe } from './end-at-stripe.ts'
import { plansOnSale, putFreePlan, subscriptionOf } from './queries.ts'
import { changing, clickOnBilling } from './with-billing.ts'

/**
 * Leaves the paid plan for the free one, at once and without credit (specification §4, decision 13). Stripe first: only when nothing there can
 * cost anything any more does our row change.
 */
export const cancelSubscription = fn('cancel-subscription', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: NoInput,
  output: CancelSubscriptionOutput,
  async handle(ctx, { user: { userId } }): Promise<z.input<typeof CancelSubscriptionOutput>> {
    const isFree = await hasFreePlan(ctx, userId)
    // Without a payment provider nothing can cost anything.
    if (!ctx.vendors.stripe) return isFree ? { success: true, alreadyFree: true } : fail('billing_not_configured')
    return clickOnBilling(ctx, { userId, failure: 'billing_unavailable' }, (stripe) => leave(ctx, stripe, userId))
  },
})

async function leave(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
): Promise<z.input<typeof CancelSubscriptionOutput>> {
  if (await hasFreePlan(ctx, userId)) return { success: true, alreadyFree: true }
  const customerId = await customerThere(ctx, stripe, userId)
  if (customerId !== null) await changing(() => endAtStripe(stripe, customerId))
  await ctx.db.asService(async (tx) => {
    const free = (await plansOnSale(tx)).find(({ price_monthly }) => price_monthly === 0)
    if (!free) throw new Error('There is no free plan')
    await putFreePlan(tx, userId, free.id, ctx.clock.now())
    await tellPages(tx, userId, { type: 'subscription' })
  })
  ctx.events.subscriptionChanged({ userId, status: 'active' })
  return { success: true }
}

/** No row is the free plan, too. */
async function hasFreePlan(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const row = await ctx.db.asService((tx) => subscriptionOf(tx, userId))
  return row === null || (row.stripe_subscription_id === null && row.price_monthly === 0)
}
