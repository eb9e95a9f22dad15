import { z } from 'zod'
import { addCard, TEST_CARDS } from '../billing/cards.ts'
import { customerIn, nowFor, paymentMethodIn } from '../billing/find.ts'
import { type Context, emit } from '../events.ts'
import { invalid, noSuch, StripeError } from '../errors.ts'
import { merged } from '../metadata.ts'
import type { Charge, Refund } from '../payment-model.ts'
import { renderCharge, renderPaymentIntent, renderPaymentMethod, renderRefund } from '../render.ts'
import { newId } from '../state.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { integer, metadata, nothing, text } from './params.ts'

/** Names by which a test takes a card without its number (https://docs.stripe.com/testing?testing-method=payment-methods). */
const NAMED_CARDS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
}
/** The year that Stripe's own test cards end in is always a few ahead. */
const VALID_YEARS = 3

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
    cards,
  ),
  route(['GET', '/v1/payment_methods/:id'], 'payment_methods', nothing(), ({ world }, _, id = '') =>
    renderPaymentMethod(paymentMethodIn(world, id)),
  ),
  route(['POST', '/v1/payment_methods/:id/attach'], 'payment_methods', z.strictObject({ customer: text() }), attach),
  route(['GET', '/v1/payment_intents/:id'], 'payment_intents', nothing(), ({ world: { stripe } }, _, id = '') => {
    const intent = stripe.payment_intents.get(id)
    if (!intent) throw noSuch('payment_intent', id)
    return renderPaymentIntent(intent)
  }),
  route(['GET', '/v1/charges/:id'], 'charges', nothing(), (call, _, id = '') => renderCharge(chargeIn(call, id, 'id'))),
  route(['POST', '/v1/refunds'], 'refunds', RefundParams, refund),
]

function cards({ world }: Call, { customer: id }: { customer: string }) {
  const customer = customerIn(world, id, 'customer')
  const own = [...world.stripe.payment_methods.values()].filter((method) => method.customer === customer.id)
  return own.toReversed().map(renderPaymentMethod)
}

function attach({ world, now }: Call, params: { customer: string }, id = '') {
  const customer = customerIn(world, params.customer, 'customer')
  const number = NAMED_CARDS[id]
  if (number === undefined) throw noSuch('PaymentMethod', id)
  const behaviour = TEST_CARDS[number]
  if (behaviour === 'declines' || behaviour === 'insufficient_funds') {
    const decline_code = behaviour === 'declines' ? 'generic_decline' : behaviour
    throw new StripeError(402, 'Your card was declined.', { code: 'card_declined', decline_code }, 'card_error')
  }
  const exp_year = new Date(now * 1000).getUTCFullYear() + VALID_YEARS
  const card = addCard(world, customer, { number, exp_month: 12, exp_year })
  if (!card) throw noSuch('PaymentMethod', id)
  return renderPaymentMethod(card)
}

export function refund(call: Context, params: z.infer<typeof RefundParams>) {
  const { world } = call
  const { stripe } = world
  const charge = refundedCharge(call, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (left === 0) {
    throw new StripeError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount < 1 || amount > left) {
    const message = `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`
    throw invalid('amount', amount < 1 ? 'Invalid positive integer' : message)
  }
  const now = nowFor(world, charge.customer)
  const { id, payment_intent, currency } = charge
  const about = { id: newId(stripe, 're'), created: now, amount, charge: id, payment_intent, currency }
  const made: Refund = { ...about, reason: params.reason ?? null, metadata: merged({}, params.metadata) }
  stripe.refunds.set(made.id, made)
  const previous = { amount_refunded: charge.amount_refunded, refunded: false }
  charge.amount_refunded += amount
  emit(call, 'charge.refunded', renderCharge(charge), { now, previous })
  return renderRefund(made)
}

function refundedCharge(call: Context, { charge, payment_intent }: z.infer<typeof RefundParams>): Charge {
  if (charge !== undefined) return chargeIn(call, charge, 'charge')
  if (payment_intent === undefined) {
    throw invalid(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const intent = call.world.stripe.payment_intents.get(payment_intent)
  if (!intent) throw noSuch('payment_intent', payment_intent, 'payment_intent')
  if (intent.charge === null) {
    throw invalid('payment_intent', `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  return chargeIn(call, intent.charge, 'payment_intent')
}

function chargeIn({ world: { stripe } }: Context, id: string, param: string): Charge {
  const charge = stripe.charges.get(id)
  if (!charge) throw noSuch('charge', id, param)
  return charge
}
