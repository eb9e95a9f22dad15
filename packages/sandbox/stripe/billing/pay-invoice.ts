import type { StripeContext } from '../emit-event.ts'
import type { Invoice, Subscription } from '../stripe-objects.ts'
import type { PaymentIntent, PaymentMethod } from '../payment-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { OFF_SESSION, paymentResultOf, type PaymentResult, type Presence, cardErrorOf } from './card-behaviour.ts'
import { changeSubscriptionAndEmit, emitInvoiceEvent } from './emit-changes.ts'
import { getCustomer, nowForCustomer, getSubscription } from './object-lookup.ts'
import { applyPendingUpdate } from './pending-update.ts'

/** `result`: the result of the card, if it was authorized before. */
type PayOptions = { payment_method?: PaymentMethod; presence?: Presence; result?: PaymentResult }

const DAY_SECONDS = 86_400

/**
 * Charges an open invoice and updates the subscription: a first payment activates it, a pending update is applied,
 * `past_due` ends. After a failed charge the invoice stays open; the caller updates the subscription.
 */
export function payInvoice(context: StripeContext, invoice: Invoice, options: PayOptions = {}): PaymentResult {
  const { sandbox } = context
  const result = chargeInvoice(sandbox, invoice, options)
  if (invoice.amount_due > 0) {
    invoice.attempted = true
    invoice.attempt_count++
  }
  if (result.outcome !== 'paid') {
    invoice.next_payment_attempt = nextPaymentAttempt(sandbox, invoice)
    if (result.outcome === 'requires_action') emitInvoiceEvent(context, 'payment_action_required', invoice)
    emitInvoiceEvent(context, 'payment_failed', invoice)
    return result
  }
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.next_payment_attempt = null
  invoice.paid_at = nowForCustomer(sandbox, invoice.customer)
  emitInvoiceEvent(context, 'paid', invoice)
  emitInvoiceEvent(context, 'payment_succeeded', invoice)
  updateSubscriptionAfterPayment(context, getSubscription(sandbox, invoice.subscription), invoice)
  return result
}

/** The card that is charged if the request names none. */
export function defaultPaymentMethodOf({ stripe }: StripeSandbox, { default_payment_method, customer }: Subscription) {
  const id = default_payment_method ?? stripe.customers.get(customer)?.default_payment_method
  return stripe.payment_methods.get(id ?? '')
}

/** Result that a charge would have. Changes nothing, but consumes a fault. */
export function authorizePayment(
  sandbox: StripeSandbox,
  about: { customer: string; billing_reason: string },
  method: PaymentMethod | undefined,
  presence: Presence,
): PaymentResult {
  const mailbox = getCustomer(sandbox, about.customer).email
  const path = `/charges/${about.billing_reason}`
  const fault = sandbox.faults.consume({ service: 'stripe-charge', method: 'POST', path, mailbox })
  if (fault?.error === 'authentication_required') {
    return { outcome: 'requires_action', problem: cardErrorOf('authentication_required') }
  }
  if (fault) return { outcome: 'declined', problem: cardErrorOf(fault.error ?? 'card_declined') }
  if (method) return paymentResultOf(method, presence)
  const message = 'This customer has no attached payment source or default payment method.'
  return { outcome: 'declined', problem: { code: 'resource_missing', decline_code: null, message } }
}

/** Time of Stripe's next automatic retry. Null for a first payment and for a pending update. */
function nextPaymentAttempt(sandbox: StripeSandbox, invoice: Invoice): number | null {
  const { subscriptions, settings } = sandbox.stripe
  const subscription = subscriptions.get(invoice.subscription)
  if (!invoice.auto_advance || invoice.billing_reason === 'subscription_create' || subscription?.pending_update)
    return null
  const now = nowForCustomer(sandbox, invoice.customer)
  const times = settings.retryDays.map((days) => (invoice.finalized_at ?? now) + days * DAY_SECONDS)
  return times.find((at) => at > now) ?? null
}

function chargeInvoice(
  sandbox: StripeSandbox,
  invoice: Invoice,
  { payment_method, presence = OFF_SESSION, ...given }: PayOptions,
): PaymentResult {
  if (invoice.amount_due === 0) return { outcome: 'paid' }
  const { stripe } = sandbox
  const method = payment_method ?? defaultPaymentMethodOf(sandbox, getSubscription(sandbox, invoice.subscription))
  const intent = getOrCreatePaymentIntent(sandbox, invoice)
  const result = given.result ?? authorizePayment(sandbox, invoice, method, presence)
  intent.payment_method = method?.id ?? null
  if (result.outcome !== 'paid' || !method) {
    intent.status = result.outcome === 'requires_action' ? 'requires_action' : 'requires_payment_method'
    intent.last_payment_error = result.outcome === 'paid' ? null : result.problem
    return result
  }
  if (presence.authenticated) method.set_up = true
  const { customer, amount, currency, created } = intent
  const id = newId(stripe, 'ch')
  const about = { customer, amount, currency, created, invoice: invoice.id, payment_intent: intent.id }
  stripe.charges.set(id, { id, ...about, payment_method: method.id, amount_refunded: 0 })
  Object.assign(intent, { status: 'succeeded', last_payment_error: null, charge: id })
  return result
}

function getOrCreatePaymentIntent(sandbox: StripeSandbox, invoice: Invoice): PaymentIntent {
  const known = sandbox.stripe.payment_intents.get(invoice.payment_intent ?? '')
  if (known) return known
  const { customer, currency, amount_due: amount } = invoice
  const intent: PaymentIntent = {
    id: newId(sandbox.stripe, 'pi'),
    created: nowForCustomer(sandbox, customer),
    customer,
    invoice: invoice.id,
    amount,
    currency,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: null,
    charge: null,
  }
  sandbox.stripe.payment_intents.set(intent.id, intent)
  invoice.payment_intent = intent.id
  return intent
}

function updateSubscriptionAfterPayment(context: StripeContext, subscription: Subscription, invoice: Invoice): void {
  if (subscription.latest_invoice !== invoice.id) return
  if (subscription.pending_update) applyPendingUpdate(context, subscription)
  const { status } = subscription
  if (status !== 'incomplete' && status !== 'past_due' && status !== 'unpaid') return
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.status = 'active'
  })
}
