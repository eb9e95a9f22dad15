import type { z } from 'zod'
import { cancelSubscription } from '../billing/cancel.ts'
import { createSubscription, type NewSubscription } from '../billing/create-subscription.ts'
import { customerIn, paymentMethodIn, priceIn, subscriptionIn } from '../billing/find.ts'
import { recurringPrice } from '../billing/items.ts'
import { tryCard } from '../billing/pay.ts'
import { noCard, refusedPayment } from '../billing/payment-errors.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import { AWAY } from '../billing/cards.ts'
import { invalid, noSuch } from '../errors.ts'
import { merged } from '../metadata.ts'
import { renderSubscription } from '../render.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { nothing } from './params.ts'
import { CancelParams, CreateParams, ListParams, UpdateParams } from './subscription-params.ts'

export const subscriptionRoutes: readonly Route[] = [
  route(['POST', '/v1/subscriptions'], 'subscriptions', CreateParams, create),
  listRoute('/v1/subscriptions', 'subscriptions', ListParams, list),
  route(['GET', '/v1/subscriptions/:subscription'], 'subscriptions', nothing(), ({ world }, _, id = '') =>
    renderSubscription(world, subscriptionIn(world, id)),
  ),
  route(['POST', '/v1/subscriptions/:subscription'], 'subscriptions', UpdateParams, (call, params, id = '') => {
    const subscription = subscriptionIn(call.world, id)
    const { off_session: _, ...update } = params
    updateSubscription(call, subscription, update)
    return renderSubscription(call.world, subscription)
  }),
  route(['DELETE', '/v1/subscriptions/:subscription'], 'subscriptions', CancelParams, (call, params, id = '') => {
    const subscription = subscriptionIn(call.world, id)
    // Stripe answers a second cancellation as it does an unknown id.
    if (subscription.ended_at !== null) throw noSuch('subscription', id)
    const { cancellation_details: details, ...how } = params
    cancelSubscription(call, subscription, { ...how, details })
    return renderSubscription(call.world, subscription)
  }),
]

function create(call: Call, params: z.infer<typeof CreateParams>) {
  const { world } = call
  const customer = customerIn(world, params.customer, 'customer')
  const items = params.items.map(({ price, quantity = 1, metadata }, place) => {
    const beside = place === 0 ? undefined : priceIn(world, params.items[0]?.price ?? '')
    recurringPrice(world, price, `items[${place}][price]`, beside)
    return { price, quantity, metadata: merged({}, metadata) }
  })
  if (new Set(items.map(({ price }) => price)).size < items.length) {
    throw invalid('items', 'Cannot add multiple subscription items with the same price.')
  }
  const named = params.default_payment_method ?? null
  const cardId = named ?? customer.default_payment_method
  const card = cardId === null ? undefined : paymentMethodIn(world, cardId, 'default_payment_method')
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const payment = behavior === 'default_incomplete' ? 'later' : 'now'
  const isFree = params.trial_period_days !== undefined
  if (payment === 'now' && !card && !isFree) throw noCard()
  const about = { customer, items, metadata: merged({}, params.metadata), default_payment_method: named, payment }
  const wanted: NewSubscription = { ...about, description: params.description ?? null, payment }
  if (params.trial_period_days !== undefined) wanted.trial_period_days = params.trial_period_days
  if (behavior === 'error_if_incomplete' && !isFree) {
    const result = tryCard(world, { customer: customer.id, billing_reason: 'subscription_create' }, card, AWAY)
    if (result.outcome !== 'paid') throw refusedPayment(result)
    wanted.result = result
  }
  return renderSubscription(world, createSubscription(call, wanted).subscription)
}

const OVER = new Set(['canceled', 'incomplete_expired'])

function list({ world }: Call, { status, customer, price }: z.infer<typeof ListParams>) {
  return [...world.stripe.subscriptions.values()]
    .filter((each) => customer === undefined || each.customer === customer)
    .filter((each) => price === undefined || each.items.some((item) => item.price === price))
    .filter((each) => {
      if (status === 'all') return true
      if (status === undefined) return each.status !== 'canceled' && each.status !== 'incomplete_expired'
      return status === 'ended' ? OVER.has(each.status) : each.status === status
    })
    .toReversed()
    .map((each) => renderSubscription(world, each))
}
