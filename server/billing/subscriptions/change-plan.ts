import { randomUUID } from 'node:crypto'
import type { ChangePrice, CreateCheckoutInput } from '../../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import type { StripeItem, StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'
import type { SubscriptionItemsChange } from './addon-change.ts'
import { applySubscriptionChange } from './apply-subscription-change.ts'
import { ensureCatalogue, readCatalogue, type Catalogue } from '../catalogue/catalogue.ts'
import { findExistingCustomer } from '../entitlements/stripe-customer.ts'
import { completionUrl } from '../catalogue/billing-urls.ts'
import { readChangePrice, resolveProrationDate } from './proration.ts'
import { addonsOfItems, pickBestSubscription, isLive } from '../entitlements/entitlements.ts'

/**
 * Decides how a live subscription changes to a plan: not at all (`same`), in the customer portal (`portal`), or by
 * changing the returned item. The portal cannot change subscriptions with several items, such as add-ons.
 */
export function resolvePlanChange(
  live: StripeSubscription,
  { planOf }: Pick<Catalogue, 'planOf'>,
  planId: string,
): 'same' | 'portal' | StripeItem {
  const planItem = live.items.find(({ priceId }) => planOf.has(priceId))
  const isSame = planItem !== undefined && planOf.get(planItem.priceId) === planId
  const isPaid = live.status === 'active' || live.status === 'trialing'
  if (isSame && isPaid && !live.endsAutomatically) return 'same'
  const isPortalAble = live.items.length <= 1 && !live.hasSchedule
  return isSame || !isPaid || isPortalAble || !planItem ? 'portal' : planItem
}

interface PlanChangeTarget {
  userId: string
  subscription: StripeSubscription
  planItem: StripeItem
}
type Wanted = Pick<CreateCheckoutInput, 'planId' | 'prorationDate'>

/** Changes the plan of a subscription and keeps its add-ons. @throws StripeError */
export async function changePlan(
  ctx: Context,
  stripe: StripeClient,
  { userId, subscription, planItem }: PlanChangeTarget,
  { planId, prorationDate: shownProrationDate }: Wanted,
): Promise<{ url: string }> {
  if (subscription.pendingUpdate) fail('addon_change_pending')
  const catalogue = await ensureCatalogue(ctx, stripe)
  const changeId = randomUUID()
  const cart = { planId, addons: addonsOfItems(subscription.items, catalogue.addonOf) }
  const prorationDate = resolveProrationDate(ctx, subscription, shownProrationDate)
  const request = { changeId, userId, cart, prorationDate }
  const page = await applySubscriptionChange(
    ctx,
    stripe,
    subscription,
    computePlanChange(planItem, planId, catalogue),
    request,
  )
  return { url: page ?? completionUrl(ctx, 'session_id', changeId) }
}

/** Reads the price of a plan change. Changes nothing and creates no customer. @throws StripeError */
export async function readPlanChangePrice(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
  { planId, prorationDate: shownProrationDate }: Wanted,
): Promise<ChangePrice> {
  const customerId = await findExistingCustomer(ctx, stripe, userId)
  const subscriptions = customerId === null ? [] : await stripe.listSubscriptions(customerId)
  const subscription = pickBestSubscription(subscriptions.filter(isLive))
  const catalogue = await ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const planItem = subscription && resolvePlanChange(subscription, catalogue, planId)
  if (customerId === null || !subscription || planItem === 'same' || planItem === 'portal' || planItem === null)
    fail('no_changes', 'Nothing would be charged immediately: the payment provider shows the price on its own page.')
  if (subscription.pendingUpdate) fail('addon_change_pending')
  const prorationDate = resolveProrationDate(ctx, subscription, shownProrationDate)
  const change = computePlanChange(planItem, planId, catalogue)
  return readChangePrice(stripe, { customerId, subscription, prorationDate }, change, catalogue)
}

function computePlanChange(
  { id, priceId }: StripeItem,
  planId: string,
  { priceOf, amountOf }: Catalogue,
): SubscriptionItemsChange {
  const wanted = priceOf.get(planId) ?? fail('plan_not_found')
  const difference = (amountOf.get(wanted) ?? 0) - (amountOf.get(priceId) ?? 0)
  return { removals: [], rest: [{ id, priceId: wanted, quantity: 1 }], undo: [], difference }
}
