import type { World } from '../../kit/world.ts'
import type { Context } from '../events.ts'
import type { Customer, Invoice, InvoiceLine, Metadata, Subscription, SubscriptionItem } from '../model.ts'
import { newId } from '../state.ts'
import { AWAY, type PaymentResult, type Presence } from './cards.ts'
import { tellSubscription } from './changes.ts'
import { nowFor, priceIn } from './find.ts'
import { draftInvoice, issueInvoice } from './invoices.ts'
import { payInvoice } from './pay.ts'
import { after } from './period.ts'

export type NewSubscription = {
  customer: Customer
  /** Of prices that are active and recur in the same rhythm: that is checked before. */
  items: { price: string; quantity: number; metadata?: Metadata }[]
  metadata: Metadata
  description?: string | null
  default_payment_method: string | null
  trial_period_days?: number
  presence?: Presence
  /** What the card has said already, where it was asked before. */
  result?: PaymentResult
  /** `later`: the first invoice stays open, nobody is charged yet (`default_incomplete`). */
  payment: 'now' | 'later'
}

export type CreatedSubscription = { subscription: Subscription; invoice: Invoice; payment: PaymentResult | null }

/**
 * A subscription with its first invoice. While that is not paid it is `incomplete`. Tells, in this order: customer.subscription.created,
 * invoice.created, .finalized, .paid, .payment_succeeded, customer.subscription.updated. `payment` is null where nobody was charged.
 */
export function createSubscription(context: Context, wanted: NewSubscription): CreatedSubscription {
  const { world } = context
  const { stripe } = world
  const now = nowFor(world, wanted.customer.id)
  const trialEnd = wanted.trial_period_days ? now + wanted.trial_period_days * 86_400 : null
  const firstPrice = priceIn(world, wanted.items[0]?.price ?? '', 'items')
  const recurring = firstPrice.recurring ?? { interval: 'month', interval_count: 1, usage_type: 'licensed' }
  const end = trialEnd ?? after(now, recurring, 1)
  const items = wanted.items.map((item): SubscriptionItem => {
    const amount = trialEnd === null ? priceIn(world, item.price, 'items').unit_amount * item.quantity : 0
    return {
      id: newId(stripe, 'si'),
      created: now,
      current_period_start: now,
      current_period_end: end,
      price: item.price,
      quantity: item.quantity,
      metadata: item.metadata ?? {},
      debited: { amount, start: now, end },
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
  const lines = items.map((item) => periodLine(world, subscription.id, item))
  const invoice = draftInvoice(context, subscription, 'subscription_create', lines)
  subscription.latest_invoice = invoice.id
  stripe.subscriptions.set(subscription.id, subscription)
  tellSubscription(context, 'created', subscription)
  issueInvoice(context, subscription, invoice)
  if (wanted.payment === 'later' && invoice.amount_due > 0) return { subscription, invoice, payment: null }
  const asked = wanted.result ? { result: wanted.result } : {}
  const payment = payInvoice(context, invoice, { ...asked, presence: wanted.presence ?? AWAY })
  return { subscription, invoice, payment }
}

/** A whole period of one item: `2 × Basic (at $9.00 / month)`. */
export function periodLine(world: World, subscription: string, item: SubscriptionItem): InvoiceLine {
  const price = priceIn(world, item.price)
  const name = world.stripe.products.get(price.product)?.name ?? price.product
  const amount = item.debited?.amount ?? price.unit_amount * item.quantity
  return {
    id: newId(world.stripe, 'il'),
    amount,
    description: `${item.quantity} × ${name} (at $${(price.unit_amount / 100).toFixed(2)} / ${price.recurring?.interval ?? 'month'})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: item.quantity,
    price: price.id,
    subscription,
    subscription_item: item.id,
    proration: false,
  }
}
