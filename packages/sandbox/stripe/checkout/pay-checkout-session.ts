import type { StripeSandbox } from '../stripe-state.ts'
import { createCustomer } from '../api/customer-routes.ts'
import { addCard, paymentResultOf, type PaymentResult, type Presence } from '../billing/card-behaviour.ts'
import { createSubscription } from '../billing/create-subscription.ts'
import { authorizePayment } from '../billing/pay-invoice.ts'
import { NO_REQUEST, type StripeContext, emitEvent } from '../emit-event.ts'
import type { CardInput, CheckoutSession } from '../checkout-and-portal-objects.ts'
import type { Customer } from '../stripe-objects.ts'
import type { PaymentMethod } from '../payment-objects.ts'
import { amountDueToday, renderCheckoutSession } from './render-checkout-session.ts'

/**
 * Pays on the page. A declined card leaves only a payment method; a card that requires authentication waits for it.
 * After the payment there is a subscription with this card as its default, and the session is complete.
 */
export function payCheckoutSession(
  sandbox: StripeSandbox,
  session: CheckoutSession,
  { card, email, authenticated }: { card: CardInput; email: string; authenticated: boolean },
): PaymentResult {
  const context: StripeContext = { sandbox, request: NO_REQUEST }
  const presence: Presence = { on_session: true, authenticated }
  const customer = getOrCreateCustomer(context, session, email)
  const method = addCard(sandbox, customer, card)
  const result = authorizeSessionPayment(sandbox, session, customer, method, presence)
  session.authenticating = result.outcome === 'requires_action' ? card : null
  if (result.outcome !== 'paid' || !method) return result
  if (authenticated) method.set_up = true
  completeSession(context, session, { customer, method, presence })
  return result
}

/** A trial charges nothing: the card is only saved. */
function authorizeSessionPayment(
  sandbox: StripeSandbox,
  session: CheckoutSession,
  customer: Customer,
  method: PaymentMethod | undefined,
  presence: Presence,
): PaymentResult {
  if (amountDueToday(sandbox, session) === 0 && method) return cardSetupResult(method, presence)
  return authorizePayment(sandbox, { customer: customer.id, billing_reason: 'subscription_create' }, method, presence)
}

/** Result of saving a card without a charge. */
export function cardSetupResult(method: PaymentMethod, presence: Presence): PaymentResult {
  return method.behaviour === 'declines_when_charged' ? { outcome: 'paid' } : paymentResultOf(method, presence)
}

function completeSession(
  context: StripeContext,
  session: CheckoutSession,
  { customer, method, presence }: { customer: Customer; method: PaymentMethod; presence: Presence },
): void {
  const { sandbox } = context
  const delayed = sandbox.stripe.settings.delayedPayments
  const free = amountDueToday(sandbox, session) === 0
  const { subscription, invoice } = createSubscription(context, {
    customer,
    items: session.lines.map(({ price, quantity }) => ({ price, quantity })),
    metadata: { ...session.subscription_metadata },
    description: session.subscription_description,
    default_payment_method: method.id,
    ...(session.trial_period_days === null ? {} : { trial_period_days: session.trial_period_days }),
    presence,
    payment: delayed ? 'later' : 'now',
  })
  session.status = 'complete'
  session.payment_status = free ? 'no_payment_required' : delayed ? 'unpaid' : 'paid'
  session.subscription = subscription.id
  session.invoice = invoice.id
  emitCheckoutSessionEvent(context, 'completed', session)
}

export function emitCheckoutSessionEvent(context: StripeContext, what: string, session: CheckoutSession): void {
  const now = Math.floor(context.sandbox.clock.now() / 1000)
  emitEvent(context, `checkout.session.${what}`, renderCheckoutSession(context.sandbox, session), { now })
}

function getOrCreateCustomer(context: StripeContext, session: CheckoutSession, email: string): Customer {
  const known = context.sandbox.stripe.customers.get(session.customer ?? '')
  if (known) return known
  const customer = createCustomer(context, { email })
  session.customer = customer.id
  return customer
}
