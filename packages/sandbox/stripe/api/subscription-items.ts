import { z } from 'zod'
import { subscriptionIn } from '../billing/find.ts'
import type { ItemChange } from '../billing/items.ts'
import { type SubscriptionUpdate, updateSubscription } from '../billing/update-subscription.ts'
import { noSuch } from '../errors.ts'
import type { Subscription } from '../model.ts'
import { renderItem } from '../render.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { count, flag, metadata, nothing, text } from './params.ts'
import { settling } from './subscription-params.ts'

const CreateParams = z.strictObject({
  subscription: text(),
  price: text(),
  quantity: count().optional(),
  metadata: metadata().optional(),
  ...settling,
})
const UpdateParams = z.strictObject({
  price: text().optional(),
  quantity: count().optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  ...settling,
})
const DeleteParams = z.strictObject(settling)

/** Single items: each call is a change of the whole subscription with one item in it. */
export const subscriptionItemRoutes: readonly Route[] = [
  route(['POST', '/v1/subscription_items'], 'subscriptions', CreateParams, (call, params) => {
    const { subscription: id, price, quantity, metadata: given, ...how } = params
    const subscription = subscriptionIn(call.world, id, 'subscription')
    const before = new Set(subscription.items)
    change(call, subscription, { price, quantity, metadata: given }, how)
    const items = subscription.pending_update?.subscription_items ?? subscription.items
    return shown(call, subscription, items.find((item) => !before.has(item) && item.price === price)?.id ?? '')
  }),
  listRoute(
    '/v1/subscription_items',
    'subscriptions',
    z.strictObject({ subscription: text() }),
    ({ world }, params) => {
      const { id, items } = subscriptionIn(world, params.subscription, 'subscription')
      return items.map((item) => renderItem(world, id, item))
    },
  ),
  route(['GET', '/v1/subscription_items/:item'], 'subscriptions', nothing(), (call, _, id = '') =>
    shown(call, holderOf(call, id), id),
  ),
  route(['POST', '/v1/subscription_items/:item'], 'subscriptions', UpdateParams, (call, params, id = '') => {
    const { price, quantity, metadata: given, off_session: _, ...how } = params
    const subscription = holderOf(call, id)
    change(call, subscription, { id, price, quantity, metadata: given }, how)
    return shown(call, subscription, id)
  }),
  route(['DELETE', '/v1/subscription_items/:item'], 'subscriptions', DeleteParams, (call, how, id = '') => {
    change(call, holderOf(call, id), { id, deleted: true }, how)
    return { id, object: 'subscription_item', deleted: true }
  }),
]

function change(call: Call, subscription: Subscription, item: ItemChange, how: SubscriptionUpdate): void {
  updateSubscription(call, subscription, { items: [item], ...how })
}

function holderOf({ world: { stripe } }: Call, id: string): Subscription {
  for (const subscription of stripe.subscriptions.values()) {
    if (subscription.items.some((item) => item.id === id)) return subscription
  }
  throw noSuch('subscription item', id)
}

function shown({ world }: Call, { id: holder, items, pending_update }: Subscription, id: string) {
  const item = [...items, ...(pending_update?.subscription_items ?? [])].find((each) => each.id === id)
  if (!item) throw noSuch('subscription item', id)
  return renderItem(world, holder, item)
}
