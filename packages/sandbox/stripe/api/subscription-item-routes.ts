import { z } from 'zod'
import { getSubscription } from '../billing/object-lookup.ts'
import type { ItemChange } from '../billing/change-subscription-items.ts'
import { type SubscriptionUpdate, updateSubscription } from '../billing/update-subscription.ts'
import { resourceMissing } from '../stripe-errors.ts'
import type { Subscription } from '../stripe-objects.ts'
import { renderItem } from '../render-objects.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { nonNegativeInteger, flag, metadata, noParams, text } from './param-schemas.ts'
import { prorationAndPaymentParams } from './subscription-params.ts'

const CreateParams = z.strictObject({
  subscription: text(),
  price: text(),
  quantity: nonNegativeInteger().optional(),
  metadata: metadata().optional(),
  ...prorationAndPaymentParams,
})
const UpdateParams = z.strictObject({
  price: text().optional(),
  quantity: nonNegativeInteger().optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  ...prorationAndPaymentParams,
})
const DeleteParams = z.strictObject(prorationAndPaymentParams)

/** Routes of single items. Each request updates the subscription with one item change. */
export const subscriptionItemRoutes: readonly Route[] = [
  route(['POST', '/v1/subscription_items'], 'subscriptions', CreateParams, (call, params) => {
    const { subscription: id, price, quantity, metadata: given, ...how } = params
    const subscription = getSubscription(call.sandbox, id, 'subscription')
    const before = new Set(subscription.items)
    changeItem(call, subscription, { price, quantity, metadata: given }, how)
    const items = subscription.pending_update?.subscription_items ?? subscription.items
    return renderItemById(call, subscription, items.find((item) => !before.has(item) && item.price === price)?.id ?? '')
  }),
  listRoute(
    '/v1/subscription_items',
    'subscriptions',
    z.strictObject({ subscription: text() }),
    ({ sandbox }, params) => {
      const { id, items } = getSubscription(sandbox, params.subscription, 'subscription')
      return items.map((item) => renderItem(sandbox, id, item))
    },
  ),
  route(['GET', '/v1/subscription_items/:item'], 'subscriptions', noParams(), (call, _, id = '') =>
    renderItemById(call, subscriptionOfItem(call, id), id),
  ),
  route(['POST', '/v1/subscription_items/:item'], 'subscriptions', UpdateParams, (call, params, id = '') => {
    const { price, quantity, metadata: given, off_session: _, ...how } = params
    const subscription = subscriptionOfItem(call, id)
    changeItem(call, subscription, { id, price, quantity, metadata: given }, how)
    return renderItemById(call, subscription, id)
  }),
  route(['DELETE', '/v1/subscription_items/:item'], 'subscriptions', DeleteParams, (call, how, id = '') => {
    changeItem(call, subscriptionOfItem(call, id), { id, deleted: true }, how)
    return { id, object: 'subscription_item', deleted: true }
  }),
]

function changeItem(call: ApiCall, subscription: Subscription, item: ItemChange, how: SubscriptionUpdate): void {
  updateSubscription(call, subscription, { items: [item], ...how })
}

function subscriptionOfItem({ sandbox: { stripe } }: ApiCall, id: string): Subscription {
  for (const subscription of stripe.subscriptions.values()) {
    if (subscription.items.some((item) => item.id === id)) return subscription
  }
  throw resourceMissing('subscription item', id)
}

function renderItemById({ sandbox }: ApiCall, { id: holder, items, pending_update }: Subscription, id: string) {
  const item = [...items, ...(pending_update?.subscription_items ?? [])].find((each) => each.id === id)
  if (!item) throw resourceMissing('subscription item', id)
  return renderItem(sandbox, holder, item)
}
