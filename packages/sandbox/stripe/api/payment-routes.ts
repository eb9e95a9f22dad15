import { z } from 'zod'
import { addCard, TEST_CARDS } from '../billing/card-behaviour.ts'
import { getCustomer, nowForCustomer, getPaymentMethod } from '../billing/object-lookup.ts'
import { type StripeContext, emitEvent } from '../emit-event.ts'
import { invalidParam, resourceMissing, StripeError } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Charge, Refund } from '../payment-objects.ts'
import { renderCharge, renderPaymentIntent, renderPaymentMethod, renderRefund } from '../render-objects.ts'
import { newId } from '../stripe-state.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { integer, metadata, noParams, text } from './param-schemas.ts'

/** Test payment methods by name (https://docs.stripe.com/testing?testing-method=payment-methods). */
const NAMED_CARDS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
}
/** Test cards expire this many years ahead. */
const CARD_VALID_YEARS = 3

const RefundParams = z.strictObject({
  amount: integer().optional(),
  charge: text().optional(),
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata().optional(),
})

export const paymentRoutes: readonly Route[] = [
  listRoute(
    '/v1/payment_methods',
    'payment_methods',
    z.strictObject({ customer: text(), type: text().optional() }),
    listPaymentMethods,
  ),
  route(['GET', '/v1/payment_methods/:id'], 'payment_methods', noParams(), ({ sandbox }, _, id = '') =>
    renderPaymentMethod(getPaymentMethod(sandbox, id)),
  ),
  route(
    ['POST', '/v1/payment_methods/:id/attach'],
    'payment_methods',
    z.strictObject({ customer: text() }),
    attachTestCard,
  ),
  route(['GET', '/v1/payment_intents/:id'], 'payment_intents', noParams(), ({ sandbox: { stripe } }, _, id = '') => {
    const intent = stripe.payment_intents.get(id)
    if (!intent) throw resourceMissing('payment_intent', id)
    return renderPaymentIntent(intent)
  }),
  route(['GET', '/v1/charges/:id'], 'charges', noParams(), (call, _, id = '') =>
    renderCharge(getCharge(call, id, 'id')),
  ),
  route(['POST', '/v1/refunds'], 'refunds', RefundParams, createRefund),
]

function listPaymentMethods({ sandbox }: ApiCall, { customer: id }: { customer: string }) {
  const customer = getCustomer(sandbox, id, 'customer')
  const own = [...sandbox.stripe.payment_methods.values()].filter((method) => method.customer === customer.id)
  return own.toReversed().map(renderPaymentMethod)
}

function attachTestCard({ sandbox, now }: ApiCall, params: { customer: string }, id = '') {
  const customer = getCustomer(sandbox, params.customer, 'customer')
  const number = NAMED_CARDS[id]
  if (number === undefined) throw resourceMissing('PaymentMethod', id)
  const behaviour = TEST_CARDS[number]
  if (behaviour === 'declines' || behaviour === 'insufficient_funds') {
    const decline_code = behaviour === 'declines' ? 'generic_decline' : behaviour
    throw new StripeError(402, 'Your card was declined.', { code: 'card_declined', decline_code }, 'card_error')
  }
  const exp_year = new Date(now * 1000).getUTCFullYear() + CARD_VALID_YEARS
  const card = addCard(sandbox, customer, { number, exp_month: 12, exp_year })
  if (!card) throw resourceMissing('PaymentMethod', id)
  return renderPaymentMethod(card)
}

export function createRefund(call: StripeContext, params: z.infer<typeof RefundParams>) {
  const { sandbox } = call
  const { stripe } = sandbox
  const charge = chargeToRefund(call, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (left === 0) {
    throw new StripeError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount < 1 || amount > left) {
    const message =
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($` +
      `${(left / 100).toFixed(2)})`
    throw invalidParam('amount', amount < 1 ? 'Invalid positive integer' : message)
  }
  const now = nowForCustomer(sandbox, charge.customer)
  const { id, payment_intent, currency } = charge
  const about = { id: newId(stripe, 're'), created: now, amount, charge: id, payment_intent, currency }
  const made: Refund = { ...about, reason: params.reason ?? null, metadata: mergeMetadata({}, params.metadata) }
  stripe.refunds.set(made.id, made)
  const previous = { amount_refunded: charge.amount_refunded, refunded: false }
  charge.amount_refunded += amount
  emitEvent(call, 'charge.refunded', renderCharge(charge), { now, previous })
  return renderRefund(made)
}

function chargeToRefund(call: StripeContext, { charge, payment_intent }: z.infer<typeof RefundParams>): Charge {
  if (charge !== undefined) return getCharge(call, charge, 'charge')
  if (payment_intent === undefined) {
    throw invalidParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const intent = call.sandbox.stripe.payment_intents.get(payment_intent)
  if (!intent) throw resourceMissing('payment_intent', payment_intent, 'payment_intent')
  if (intent.charge === null) {
    throw invalidParam(
      'payment_intent',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  }
  return getCharge(call, intent.charge, 'payment_intent')
}

function getCharge({ sandbox: { stripe } }: StripeContext, id: string, param: string): Charge {
  const charge = stripe.charges.get(id)
  if (!charge) throw resourceMissing('charge', id, param)
  return charge
}
