import type { z } from 'zod'
import { CreateCheckoutInput, CreateCheckoutOutput } from '../../contract/functions/billing.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import type { Cart } from './attempt-queries.ts'
import { changePlan, previewPlan, wayToPlan } from './change-plan.ts'
import { openCheckout } from './open-checkout.ts'
import { ensureCustomer } from './customer.ts'
import { cancel, endCheckout } from './end-at-stripe.ts'
import { addonsOnSale, plansOnSale } from './queries.ts'
import { bestOf, isLive } from './rights.ts'
import { readCatalogue } from './catalogue.ts'
import { syncHeld } from './sync-customer.ts'
import { takeFreePlan } from './take-free-plan.ts'
import { clickOnBilling } from './with-billing.ts'

type Answer = z.input<typeof CreateCheckoutOutput>

/**
 * Begins a plan (specification §4, §7). What costs something is decided by Stripe's own list of what the person has, not by our row, and paid
 * on Stripe's page; prices come from our tables alone.
 */
export const createCheckout = fn('create-checkout', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: CreateCheckoutInput,
  output: CreateCheckoutOutput,
  async handle(ctx, { user: { userId }, input }): Promise<Answer> {
    const addons = input.addons.filter(({ quantity }) => quantity > 0).toSorted((a, b) => a.id.localeCompare(b.id))
    const cart: Cart = { planId: input.planId, addons }
    const sold = await ctx.db.asService(async (tx) => ({
      plans: await plansOnSale(tx),
      addons: await addonsOnSale(tx),
    }))
    const plan = sold.plans.find(({ id }) => id === cart.planId) ?? fail('plan_not_found')
    if (addons.some(({ id }) => !sold.addons.some((addon) => addon.id === id))) fail('addon_not_found')
    if (input.preview)
      return clickOnBilling(ctx, { userId, failure: 'billing_unavailable' }, async (stripe) => ({
        preview: await previewPlan(ctx, stripe, userId, input),
      }))
    if (plan.price_monthly === 0) return takeFreePlan(ctx, userId, plan.id)
    return clickOnBilling(ctx, { userId, failure: 'checkout_failed' }, (stripe) =>
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
  const subscriptions = await stripe.subscriptionsOf(customerId)
  // Never paid for, and in the way of the next one.
  for (const { id, status } of subscriptions) if (status === 'incomplete') await cancel(stripe, id)
  const live = bestOf(subscriptions.filter(isLive))
  if (!live) {
    const page = await openCheckout(ctx, stripe, { userId, customerId }, cart)
    // Another page may have been paid since Stripe was asked. No other one is open any more, so nothing can be paid after this look.
    if (!(await stripe.subscriptionsOf(customerId)).some(isLive)) return page
    await endCheckout(stripe, page.sessionId)
    await syncHeld(ctx, stripe, userId)
    return { alreadySubscribed: true, suggestManageSubscription: true }
  }

  // Whatever our row says, Stripe has one: the page shows it when it reads anew.
  await syncHeld(ctx, stripe, userId)
  const catalogue = await ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const way = wayToPlan(live, catalogue, cart.planId)
  if (way === 'same') return { alreadySubscribed: true }
  if (way === 'portal') return { alreadySubscribed: true, suggestManageSubscription: true }
  const { planId } = cart
  return changePlan(ctx, stripe, { userId, subscription: live, planItem: way }, { planId, prorationDate })
}
