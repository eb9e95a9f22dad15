import { randomUUID } from 'node:crypto'
import type { ChangePreview, CreateCheckoutInput } from '../../contract/functions/billing.ts'
import type { Context, RemoteContext } from '../context.ts'
import { fail } from '../errors.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import type { StripeItem, StripeSubscription } from '../vendors/stripe-subscriptions.ts'
import type { AddonChange } from './addon-change.ts'
import { applyChange } from './apply-change.ts'
import { completeCatalogue, readCatalogue, type Catalogue } from './catalogue.ts'
import { customerThere } from './customer.ts'
import { doneUrl } from './paths.ts'
import { previewChange } from './preview-change.ts'
import { prorationMoment } from './proration-moment.ts'
import { addonsIn, bestOf, isLive } from './rights.ts'

/**
 * What a plan means for who has a subscription that lives: it is `same`, or the `portal` is the place, or the item to change in place. The portal
 * changes the plan of a subscription with one item; it cannot change one with add-ons (Stripe's own limit), so we do.
 */
export function wayToPlan(
  live: StripeSubscription,
  { planOf }: Pick<Catalogue, 'planOf'>,
  planId: string,
): 'same' | 'portal' | StripeItem {
  const planItem = live.items.find(({ priceId }) => planOf.has(priceId))
  const isSame = planItem !== undefined && planOf.get(planItem.priceId) === planId
  const isWell = live.status === 'active' || live.status === 'trialing'
  if (isSame && isWell && !live.ends) return 'same'
  const portalCan = live.items.length <= 1 && !live.hasSchedule
  return isSame || !isWell || portalCan || !planItem ? 'portal' : planItem
}

interface Place {
  userId: string
  subscription: StripeSubscription
  planItem: StripeItem
}
type Wanted = Pick<CreateCheckoutInput, 'planId' | 'prorationDate'>

/** Another plan in the place of this one, with the add-ons that stand there. @throws StripeError */
export async function changePlan(
  ctx: Context,
  stripe: StripeClient,
  { userId, subscription, planItem }: Place,
  { planId, prorationDate: asked }: Wanted,
): Promise<{ url: string }> {
  if (subscription.pendingUpdate) fail('addon_change_pending')
  const catalogue = await completeCatalogue(ctx, stripe)
  const changeId = randomUUID()
  const cart = { planId, addons: addonsIn(subscription.items, catalogue.addonOf) }
  const prorationDate = prorationMoment(ctx, subscription, asked)
  const wish = { changeId, userId, cart, prorationDate }
  const page = await applyChange(ctx, stripe, subscription, planChange(planItem, planId, catalogue), wish)
  return { url: page ?? doneUrl(ctx, 'session_id', changeId) }
}

/** What that would cost, as Stripe reckons it. Nothing is changed by it, and nobody becomes a customer. @throws StripeError */
export async function previewPlan(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
  { planId, prorationDate: asked }: Wanted,
): Promise<ChangePreview> {
  const customerId = await customerThere(ctx, stripe, userId)
  const subscriptions = customerId === null ? [] : await stripe.subscriptionsOf(customerId)
  const subscription = bestOf(subscriptions.filter(isLive))
  const catalogue = await ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const planItem = subscription && wayToPlan(subscription, catalogue, planId)
  if (customerId === null || !subscription || planItem === 'same' || planItem === 'portal' || planItem === null)
    fail('no_changes', 'Nothing would be charged at once: the payment provider shows the price on its own page.')
  if (subscription.pendingUpdate) fail('addon_change_pending')
  const prorationDate = prorationMoment(ctx, subscription, asked)
  const change = planChange(planItem, planId, catalogue)
  return previewChange(stripe, { customerId, subscription, prorationDate }, change, catalogue)
}

function planChange({ id, priceId }: StripeItem, planId: string, { priceOf, amountOf }: Catalogue): AddonChange {
  const wanted = priceOf.get(planId) ?? fail('plan_not_found')
  const difference = (amountOf.get(wanted) ?? 0) - (amountOf.get(priceId) ?? 0)
  return { removals: [], rest: [{ id, priceId: wanted, quantity: 1 }], undo: [], difference }
}
