import type { StripeContext } from '../emit-event.ts'
import type { Customer, Invoice, InvoiceLine, Metadata, Subscription, SubscriptionItem } from '../stripe-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { OFF_SESSION, type PaymentResult, type Presence } from './card-behaviour.ts'
import { emitSubscriptionEvent } from './emit-changes.ts'
import { nowForCustomer, getPrice } from './object-lookup.ts'
import { draftInvoice, finalizeInvoice } from './invoice-lifecycle.ts'
import { payInvoice } from './pay-invoice.ts'
import { addPeriods } from './billing-period.ts'

export type NewSubscription = {
  customer: Customer
  /** The caller has checked that the prices are active and have the same interval. */
  items: { price: string; quantity: number; metadata?: Metadata }[]
  metadata: Metadata
  description?: string | null
  default_payment_method: string | null
  trial_period_days?: number
  presence?: Presence
  /** Result of the card, if it was authorized before. */
  result?: PaymentResult
  /** `later`: the first invoice stays open, and nothing is charged yet (`default_incomplete`). */
  payment: 'now' | 'later'
}

type CreatedSubscription = { subscription: Subscription; invoice: Invoice; payment: PaymentResult | null }

/**
 * Creates a subscription with its first invoice; it is `incomplete` until that is paid. Emits, in this order:
 * customer.subscription.created, invoice.created, .finalized, .paid, .payment_succeeded, customer.subscription.updated.
 * `payment` is null if nothing was charged.
 */
export function createSubscription(context: StripeContext, wanted: NewSubscription): CreatedSubscription {
  const { sandbox } = context
  const { stripe } = sandbox
  const now = nowForCustomer(sandbox, wanted.customer.id)
  const trialEnd = wanted.trial_period_days ? now + wanted.trial_period_days * 86_400 : null
  const firstPrice = getPrice(sandbox, wanted.items[0]?.price ?? '', 'items')
  const recurring = firstPrice.recurring ?? { interval: 'month', interval_count: 1, usage_type: 'licensed' }
  const end = trialEnd ?? addPeriods(now, recurring, 1)
  const items = wanted.items.map((item): SubscriptionItem => {
    const amount = trialEnd === null ? getPrice(sandbox, item.price, 'items').unit_amount * item.quantity : 0
    return {
      id: newId(stripe, 'si'),
      created: now,
      current_period_start: now,
      current_period_end: end,
      price: item.price,
      quantity: item.quantity,
      metadata: item.metadata ?? {},
      lastDebit: { amount, start: now, end },
    }
  })
  const subscription: Subscription = {
    id: newId(stripe, 'sub'),
    created: now,
    customer: wanted.customer.id,
    status: 'incomplete',
    currency: firstPrice.currency,
    billing_cycle_anchor: trialEnd ?? now,
    start_date: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    default_payment_method: wanted.default_payment_method,
    items,
    latest_invoice: null,
    metadata: wanted.metadata,
    description: wanted.description ?? null,
    pending_update: null,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    pending_lines: [],
  }
  if (trialEnd !== null) subscription.status = 'trialing'
  const lines = items.map((item) => fullPeriodLine(sandbox, subscription.id, item))
  const invoice = draftInvoice(context, subscription, 'subscription_create', lines)
  subscription.latest_invoice = invoice.id
  stripe.subscriptions.set(subscription.id, subscription)
  emitSubscriptionEvent(context, 'created', subscription)
  finalizeInvoice(context, subscription, invoice)
  if (wanted.payment === 'later' && invoice.amount_due > 0) return { subscription, invoice, payment: null }
  const asked = wanted.result ? { result: wanted.result } : {}
  const payment = payInvoice(context, invoice, { ...asked, presence: wanted.presence ?? OFF_SESSION })
  return { subscription, invoice, payment }
}

/** Invoice line of an item for a full period: `2 × Basic (at $9.00 / month)`. */
export function fullPeriodLine(sandbox: StripeSandbox, subscription: string, item: SubscriptionItem): InvoiceLine {
  const price = getPrice(sandbox, item.price)
  const name = sandbox.stripe.products.get(price.product)?.name ?? price.product
  const amount = item.lastDebit?.amount ?? price.unit_amount * item.quantity
  return {
    id: newId(sandbox.stripe, 'il'),
    amount,
    description:
      `${item.quantity} × ${name} (at $${(price.unit_amount / 100).toFixed(2)} / ` +
      `${price.recurring?.interval ?? 'month'})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: item.quantity,
    price: price.id,
    subscription,
    subscription_item: item.id,
    proration: false,
  }
}
