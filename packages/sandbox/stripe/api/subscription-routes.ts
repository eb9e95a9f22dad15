import type { z } from 'zod'
import { cancelSubscription } from '../billing/cancel-subscription.ts'
import { createSubscription, type NewSubscription } from '../billing/create-subscription.ts'
import { getCustomer, getPaymentMethod, getPrice, getSubscription } from '../billing/object-lookup.ts'
import { requireMatchingRecurringPrice } from '../billing/change-subscription-items.ts'
import { authorizePayment } from '../billing/pay-invoice.ts'
import { noPaymentMethodError, paymentFailedError } from '../billing/payment-errors.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import { OFF_SESSION } from '../billing/card-behaviour.ts'
import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import { renderSubscription } from '../render-objects.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { noParams } from './param-schemas.ts'
import { CancelParams, CreateParams, ListParams, UpdateParams } from './subscription-params.ts'

export const subscriptionRoutes: readonly Route[] = [
  route(['POST', '/v1/subscriptions'], 'subscriptions', CreateParams, createFromParams),
  listRoute('/v1/subscriptions', 'subscriptions', ListParams, listSubscriptions),
  route(['GET', '/v1/subscriptions/:subscription'], 'subscriptions', noParams(), ({ sandbox }, _, id = '') =>
    renderSubscription(sandbox, getSubscription(sandbox, id)),
  ),
  route(['POST', '/v1/subscriptions/:subscription'], 'subscriptions', UpdateParams, (call, params, id = '') => {
    const subscription = getSubscription(call.sandbox, id)
    const { off_session: _, ...update } = params
    updateSubscription(call, subscription, update)
    return renderSubscription(call.sandbox, subscription)
  }),
  route(['DELETE', '/v1/subscriptions/:subscription'], 'subscriptions', CancelParams, (call, params, id = '') => {
    const subscription = getSubscription(call.sandbox, id)
    // Stripe returns 404 for a second cancellation.
    if (subscription.ended_at !== null) throw resourceMissing('subscription', id)
    const { cancellation_details: details, ...how } = params
    cancelSubscription(call, subscription, { ...how, details })
    return renderSubscription(call.sandbox, subscription)
  }),
]

function createFromParams(call: ApiCall, params: z.infer<typeof CreateParams>) {
  const { sandbox } = call
  const customer = getCustomer(sandbox, params.customer, 'customer')
  const items = params.items.map(({ price, quantity = 1, metadata }, place) => {
    const beside = place === 0 ? undefined : getPrice(sandbox, params.items[0]?.price ?? '')
    requireMatchingRecurringPrice(sandbox, price, `items[${place}][price]`, beside)
    return { price, quantity, metadata: mergeMetadata({}, metadata) }
  })
  if (new Set(items.map(({ price }) => price)).size < items.length) {
    throw invalidParam('items', 'Cannot add multiple subscription items with the same price.')
  }
  const named = params.default_payment_method ?? null
  const cardId = named ?? customer.default_payment_method
  const card = cardId === null ? undefined : getPaymentMethod(sandbox, cardId, 'default_payment_method')
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const payment = behavior === 'default_incomplete' ? 'later' : 'now'
  const isFree = params.trial_period_days !== undefined
  if (payment === 'now' && !card && !isFree) throw noPaymentMethodError()
  const about = {
    customer,
    items,
    metadata: mergeMetadata({}, params.metadata),
    default_payment_method: named,
    payment,
  }
  const wanted: NewSubscription = { ...about, description: params.description ?? null, payment }
  if (params.trial_period_days !== undefined) wanted.trial_period_days = params.trial_period_days
  if (behavior === 'error_if_incomplete' && !isFree) {
    const result = authorizePayment(
      sandbox,
      { customer: customer.id, billing_reason: 'subscription_create' },
      card,
      OFF_SESSION,
    )
    if (result.outcome !== 'paid') throw paymentFailedError(result)
    wanted.result = result
  }
  return renderSubscription(sandbox, createSubscription(call, wanted).subscription)
}

const ENDED_STATUSES = new Set(['canceled', 'incomplete_expired'])

function listSubscriptions({ sandbox }: ApiCall, { status, customer, price }: z.infer<typeof ListParams>) {
  return [...sandbox.stripe.subscriptions.values()]
    .filter((each) => customer === undefined || each.customer === customer)
    .filter((each) => price === undefined || each.items.some((item) => item.price === price))
    .filter((each) => {
      if (status === 'all') return true
      if (status === undefined) return each.status !== 'canceled' && each.status !== 'incomplete_expired'
      return status === 'ended' ? ENDED_STATUSES.has(each.status) : each.status === status
    })
    .toReversed()
    .map((each) => renderSubscription(sandbox, each))
}
