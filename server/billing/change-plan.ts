import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import type { StripeItem, StripeSubscription } from '../vendors/stripe-subscriptions.ts'
import { applyChange } from './apply-change.ts'
import { completeCatalogue } from './catalogue.ts'
import { doneUrl } from './paths.ts'
import { prorationMoment } from './proration-moment.ts'
import { addonsIn } from './rights.ts'

/** Another plan in the place of this one, with the add-ons that stand there: what the portal cannot do for who has add-ons. */
export async function changePlan(
  ctx: Context,
  stripe: StripeClient,
  { userId, subscription, planItem }: { userId: string; subscription: StripeSubscription; planItem: StripeItem },
  planId: string,
): Promise<{ url: string }> {
  if (subscription.pendingUpdate) fail('addon_change_pending')
  const catalogue = await completeCatalogue(ctx, stripe)
  const priceId = catalogue.priceOf.get(planId) ?? fail('plan_not_found')
  const amount = (id: string): number => catalogue.amountOf.get(id) ?? 0
  const change = {
    removals: [],
    rest: [{ id: planItem.id, priceId, quantity: 1 }],
    undo: [],
    difference: amount(priceId) - amount(planItem.priceId),
  }
  const changeId = randomUUID()
  const cart = { planId, addons: addonsIn(subscription.items, catalogue.addonOf) }
  const prorationDate = prorationMoment(ctx, subscription)
  const page = await applyChange(ctx, stripe, subscription, change, { changeId, userId, cart, prorationDate })
  return { url: page ?? doneUrl(ctx, 'session_id', changeId) }
}
