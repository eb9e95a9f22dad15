import { previousAttributes, type StripeContext, emitEvent } from '../emit-event.ts'
import type { PaymentMethod } from '../payment-objects.ts'
import type { Customer, Invoice, Subscription } from '../stripe-objects.ts'
import { renderInvoice } from '../render-invoice.ts'
import { renderCustomer, renderSubscription } from '../render-objects.ts'
import { nowForCustomer } from './object-lookup.ts'

/** Changes a subscription. Emits `customer.subscription.updated` if the rendered object differs. */
export function changeSubscriptionAndEmit(
  context: StripeContext,
  subscription: Subscription,
  change: () => void,
): void {
  const before = renderSubscription(context.sandbox, subscription)
  change()
  const after = renderSubscription(context.sandbox, subscription)
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length === 0) return
  const now = nowForCustomer(context.sandbox, subscription.customer)
  emitEvent(context, 'customer.subscription.updated', after, { now, previous })
}

export function emitSubscriptionEvent(context: StripeContext, type: string, subscription: Subscription): void {
  const object = renderSubscription(context.sandbox, subscription)
  emitEvent(context, `customer.subscription.${type}`, object, {
    now: nowForCustomer(context.sandbox, subscription.customer),
  })
}

export function emitInvoiceEvent(context: StripeContext, type: string, invoice: Invoice): void {
  const object = renderInvoice(context.sandbox, invoice)
  emitEvent(context, `invoice.${type}`, object, { now: nowForCustomer(context.sandbox, invoice.customer) })
}

export function changeCustomerAndEmit(context: StripeContext, customer: Customer, change: () => void): void {
  const before = renderCustomer(customer)
  change()
  const after = renderCustomer(customer)
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length === 0) return
  emitEvent(context, 'customer.updated', after, { now: nowForCustomer(context.sandbox, customer.id), previous })
}

/** The card that pays from now on, for the customer and for each subscription with a card of its own. */
export function makeDefaultCard(context: StripeContext, customer: Customer, { id }: PaymentMethod): void {
  changeCustomerAndEmit(context, customer, () => {
    customer.default_payment_method = id
  })
  for (const subscription of context.sandbox.stripe.subscriptions.values()) {
    if (subscription.customer !== customer.id || subscription.default_payment_method === null) continue
    changeSubscriptionAndEmit(context, subscription, () => {
      subscription.default_payment_method = id
    })
  }
}
