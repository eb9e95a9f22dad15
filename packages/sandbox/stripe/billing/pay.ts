import type { World } from '../../kit/world.ts'
import type { Context } from '../events.ts'
import type { Invoice, Subscription } from '../model.ts'
import type { PaymentIntent, PaymentMethod } from '../payment-model.ts'
import { newId } from '../state.ts'
import { AWAY, outcomeOf, type PaymentResult, type Presence, problemOf } from './cards.ts'
import { changeSubscription, tellInvoice } from './changes.ts'
import { customerIn, nowFor, subscriptionIn } from './find.ts'
import { applyPendingUpdate } from './pending-update.ts'

/** `result`: what the card has said already, where it was asked before. */
export type PayOptions = { payment_method?: PaymentMethod; presence?: Presence; result?: PaymentResult }

const DAY = 86_400

/**
 * Charges what an open invoice asks for, and lets the subscription follow: a first payment activates it, a pending update is
 * applied, `past_due` ends. A refused charge leaves the invoice open; what that means for the subscription is the caller's to say.
 */
export function payInvoice(context: Context, invoice: Invoice, options: PayOptions = {}): PaymentResult {
  const { world } = context
  const result = charge(world, invoice, options)
  if (invoice.amount_due > 0) {
    invoice.attempted = true
    invoice.attempt_count++
  }
  if (result.outcome !== 'paid') {
    invoice.next_payment_attempt = nextAttempt(world, invoice)
    if (result.outcome === 'requires_action') tellInvoice(context, 'payment_action_required', invoice)
    tellInvoice(context, 'payment_failed', invoice)
    return result
  }
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.next_payment_attempt = null
  invoice.paid_at = nowFor(world, invoice.customer)
  tellInvoice(context, 'paid', invoice)
  tellInvoice(context, 'payment_succeeded', invoice)
  follow(context, subscriptionIn(world, invoice.subscription), invoice)
  return result
}

/** The card that is charged where nobody names one. */
export function defaultCard({ stripe }: World, { default_payment_method, customer }: Subscription) {
  const id = default_payment_method ?? stripe.customers.get(customer)?.default_payment_method
  return stripe.payment_methods.get(id ?? '')
}

/** What a charge would come to, with nothing changed but a fault used up. */
export function tryCard(
  world: World,
  about: { customer: string; billing_reason: string },
  method: PaymentMethod | undefined,
  presence: Presence,
): PaymentResult {
  const mailbox = customerIn(world, about.customer).email
  const path = `/charges/${about.billing_reason}`
  const fault = world.faults.take({ service: 'stripe-charge', method: 'POST', path, mailbox })
  if (fault?.error === 'authentication_required') {
    return { outcome: 'requires_action', problem: problemOf('authentication_required') }
  }
  if (fault) return { outcome: 'declined', problem: problemOf(fault.error ?? 'card_declined') }
  if (method) return outcomeOf(method, presence)
  const message = 'This customer has no attached payment source or default payment method.'
  return { outcome: 'declined', problem: { code: 'resource_missing', decline_code: null, message } }
}

/** When Stripe tries by itself again: never for a first payment, nor for a change that waits for its payment. */
function nextAttempt(world: World, invoice: Invoice): number | null {
  const { subscriptions, settings } = world.stripe
  const subscription = subscriptions.get(invoice.subscription)
  if (!invoice.auto_advance || invoice.billing_reason === 'subscription_create' || subscription?.pending_update)
    return null
  const now = nowFor(world, invoice.customer)
  const times = settings.retryDays.map((days) => (invoice.finalized_at ?? now) + days * DAY)
  return times.find((at) => at > now) ?? null
}

function charge(
  world: World,
  invoice: Invoice,
  { payment_method, presence = AWAY, ...given }: PayOptions,
): PaymentResult {
  if (invoice.amount_due === 0) return { outcome: 'paid' }
  const { stripe } = world
  const method = payment_method ?? defaultCard(world, subscriptionIn(world, invoice.subscription))
  const intent = intentOf(world, invoice)
  const result = given.result ?? tryCard(world, invoice, method, presence)
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

function intentOf(world: World, invoice: Invoice): PaymentIntent {
  const known = world.stripe.payment_intents.get(invoice.payment_intent ?? '')
  if (known) return known
  const { customer, currency, amount_due: amount } = invoice
  const intent: PaymentIntent = {
    id: newId(world.stripe, 'pi'),
    created: nowFor(world, customer),
    customer,
    invoice: invoice.id,
    amount,
    currency,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: null,
    charge: null,
  }
  world.stripe.payment_intents.set(intent.id, intent)
  invoice.payment_intent = intent.id
  return intent
}

function follow(context: Context, subscription: Subscription, invoice: Invoice): void {
  if (subscription.latest_invoice !== invoice.id) return
  if (subscription.pending_update) applyPendingUpdate(context, subscription)
  const { status } = subscription
  if (status !== 'incomplete' && status !== 'past_due' && status !== 'unpaid') return
  changeSubscription(context, subscription, () => {
    subscription.status = 'active'
  })
}
