import type { z } from 'zod'
import { CreateCheckoutInput, CreateCheckoutOutput } from '../../../contract/functions/billing.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import type { Cart } from './checkout-attempt-queries.ts'
import { changePlan, readPlanChangePrice, resolvePlanChange } from './change-plan.ts'
import { openCheckoutSession } from './open-checkout-session.ts'
import { ensureCustomer } from '../entitlements/stripe-customer.ts'
import { cancelStripeSubscription, expireCheckoutSession } from '../entitlements/cancel-at-stripe.ts'
import { listActiveAddons, listActivePlans } from '../catalogue/plan-queries.ts'
import { pickBestSubscription, isLive } from '../entitlements/entitlements.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { syncLockedCustomer } from '../entitlements/sync-customer.ts'
import { subscribeToFreePlan } from './subscribe-to-free-plan.ts'
import { handleBillingRequest } from '../customers/billing-lock.ts'

type Answer = z.input<typeof CreateCheckoutOutput>

/**
 * Subscribes to a plan. Whether the user already has a subscription is read from Stripe, not from our row. The user
 * pays on Stripe's checkout page; prices come from our tables only.
 */
export const createCheckout = functionRoute('create-checkout', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: CreateCheckoutInput,
  output: CreateCheckoutOutput,
  async handle(ctx, { user: { userId }, input }): Promise<Answer> {
    const addons = input.addons.filter(({ quantity }) => quantity > 0).toSorted((a, b) => a.id.localeCompare(b.id))
    const cart: Cart = { planId: input.planId, addons }
    const sold = await ctx.db.asService(async (tx) => ({
      plans: await listActivePlans(tx),
      addons: await listActiveAddons(tx),
    }))
    const plan = sold.plans.find(({ id }) => id === cart.planId) ?? fail('plan_not_found')
    if (addons.some(({ id }) => !sold.addons.some((addon) => addon.id === id))) fail('addon_not_found')
    if (input.preview)
      return handleBillingRequest(ctx, { userId, failure: 'billing_unavailable' }, async (stripe) => ({
        preview: await readPlanChangePrice(ctx, stripe, userId, input),
      }))
    if (plan.price_monthly === 0) return subscribeToFreePlan(ctx, userId, plan.id)
    return handleBillingRequest(ctx, { userId, failure: 'checkout_failed' }, (stripe) =>
      subscribe(ctx, stripe, userId, cart, input.prorationDate),
    )
  },
})

async function subscribe(
  ctx: Context,
  stripe: StripeClient,
  userId: string,
  cart: Cart,
  prorationDate: number | undefined,
): Promise<Answer> {
  const customerId = await ensureCustomer(ctx, stripe, userId)
  const subscriptions = await stripe.listSubscriptions(customerId)
  // An unpaid first invoice would block the next subscription.
  for (const { id, status } of subscriptions) if (status === 'incomplete') await cancelStripeSubscription(stripe, id)
  const live = pickBestSubscription(subscriptions.filter(isLive))
  if (!live) {
    const session = await openCheckoutSession(ctx, stripe, { userId, customerId }, cart)
    // Another session may have been paid meanwhile. All others are expired by now, so this check is final.
    if (!(await stripe.listSubscriptions(customerId)).some(isLive)) return session
    await expireCheckoutSession(stripe, session.sessionId)
    await syncLockedCustomer(ctx, stripe, userId)
    return { alreadySubscribed: true, suggestManageSubscription: true }
  }

  // Our row may be outdated: sync it with the subscription found at Stripe.
  await syncLockedCustomer(ctx, stripe, userId)
  const catalogue = await ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const planChange = resolvePlanChange(live, catalogue, cart.planId)
  if (planChange === 'same') return { alreadySubscribed: true }
  if (planChange === 'portal') return { alreadySubscribed: true, suggestManageSubscription: true }
  const { planId } = cart
  return changePlan(ctx, stripe, { userId, subscription: live, planItem: planChange }, { planId, prorationDate })
}
