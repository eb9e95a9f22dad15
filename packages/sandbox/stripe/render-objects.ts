import type { StripeSandbox } from './stripe-state.ts'
import type { Customer, Price, Product, Rendered, Subscription, SubscriptionItem, TestClock } from './stripe-objects.ts'
import type { Charge, PaymentIntent, PaymentMethod, Refund } from './payment-objects.ts'

/** API representation of objects with ids of related objects; `api/expand-objects.ts` replaces them. */
export function renderCustomer(customer: Customer): Rendered {
  const { id, created, email, name, balance, currency, metadata, test_clock, invoice_prefix } = customer
  if (customer.deleted) return { id, object: 'customer', deleted: true }
  const invoice_settings = { default_payment_method: customer.default_payment_method }
  const about = { id, object: 'customer', created, email, name, balance, currency, livemode: false }
  const next_invoice_sequence = customer.next_invoice_sequence
  return { ...about, invoice_prefix, invoice_settings, metadata, next_invoice_sequence, test_clock }
}

export function renderProduct(product: Product): Rendered {
  return { ...product, object: 'product', livemode: false, type: 'service' }
}

export function renderPrice(price: Price): Rendered {
  const type = price.recurring ? 'recurring' : 'one_time'
  const amount = { billing_scheme: 'per_unit', unit_amount_decimal: String(price.unit_amount) }
  return { ...price, ...amount, object: 'price', type, livemode: false }
}

export function renderPaymentMethod({ id, created, customer, card }: PaymentMethod): Rendered {
  return { id, object: 'payment_method', created, customer, type: 'card', card, livemode: false, metadata: {} }
}

function renderItem({ stripe }: StripeSandbox, subscription: string, item: SubscriptionItem): Rendered {
  const { lastDebit: _, price, ...shown } = item
  const full = stripe.prices.get(price)
  return { ...shown, object: 'subscription_item', subscription, price: full ? renderPrice(full) : null }
}

export function renderSubscription(sandbox: StripeSandbox, subscription: Subscription): Rendered {
  const { items, pending_lines: _, pending_update, id, ...shown } = subscription
  const test_clock = sandbox.stripe.customers.get(subscription.customer)?.test_clock ?? null
  const render = (item: SubscriptionItem) => renderItem(sandbox, id, item)
  return {
    id,
    object: 'subscription',
    ...shown,
    billing_mode: { type: 'flexible' },
    collection_method: 'charge_automatically',
    items: listOf(items.map(render), `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    pause_collection: null,
    pending_update: pending_update && {
      ...pending_update,
      billing_cycle_anchor: null,
      trial_end: null,
      subscription_items: pending_update.subscription_items.map(render),
    },
    schedule: null,
    test_clock,
    ...sandbox.stripe.subscriptionOverrides.get(id),
  }
}

export function renderPaymentIntent(intent: PaymentIntent): Rendered {
  const { charge, last_payment_error: problem, invoice: _, ...shown } = intent
  const last_payment_error = problem && { ...problem, type: 'card_error' }
  return { ...shown, object: 'payment_intent', last_payment_error, latest_charge: charge, livemode: false }
}

export function renderCharge(charge: Charge): Rendered {
  const { invoice: _, ...shown } = charge
  const refunded = charge.amount_refunded === charge.amount
  return { ...shown, object: 'charge', captured: true, paid: true, refunded, status: 'succeeded', livemode: false }
}

export function renderRefund(refund: Refund): Rendered {
  return { ...refund, object: 'refund', status: 'succeeded' }
}

export function renderTestClock(clock: TestClock): Rendered {
  const deletes_after = clock.created + 30 * 86_400
  return { ...clock, object: 'test_helpers.test_clock', deletes_after, livemode: false }
}

/** A complete list inside an object. */
export function listOf(data: Rendered[], url: string): Rendered {
  return { object: 'list', data, has_more: false, total_count: data.length, url }
}
