import type { StripeContext } from '../emit-event.ts'
import type { Invoice, Subscription, SubscriptionItem } from '../stripe-objects.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changeSubscriptionAndEmit } from './emit-changes.ts'
import { fullPeriodLine } from './create-subscription.ts'
import { getPrice, getSubscription } from './object-lookup.ts'
import { draftInvoice, finalizeInvoice } from './invoice-lifecycle.ts'
import { payInvoice } from './pay-invoice.ts'
import { periodEnd } from './billing-period.ts'

/**
 * Starts the next period: creates an invoice with the pending prorations and charges it. A failed charge makes the
 * subscription `past_due`.
 */
export function renewSubscription(context: StripeContext, subscription: Subscription): void {
  const items = itemsOfNextPeriod(context, subscription)
  const lines = items.map((item) => fullPeriodLine(context.sandbox, subscription.id, item))
  const waiting = subscription.pending_lines
  const invoice = draftInvoice(context, subscription, 'subscription_cycle', [...waiting, ...lines])
  invoice.period_start = subscription.items[0]?.current_period_start ?? invoice.created
  invoice.period_end = subscription.items[0]?.current_period_end ?? invoice.created
  const isUnpaid = subscription.status === 'unpaid'
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.items = items
    subscription.latest_invoice = invoice.id
    if (subscription.status === 'trialing') subscription.status = 'active'
  })
  finalizeInvoice(context, subscription, invoice)
  // Retries are exhausted: invoices are created, and not charged.
  if (isUnpaid) invoice.auto_advance = false
  else if (payInvoice(context, invoice).outcome !== 'paid') setStatus(context, subscription, 'past_due')
}

/**
 * Retries the payment of an invoice. After the last retry the subscription becomes canceled or unpaid (`afterRetries`).
 */
export function retryInvoice(context: StripeContext, invoice: Invoice): void {
  const subscription = getSubscription(context.sandbox, invoice.subscription)
  if (payInvoice(context, invoice).outcome === 'paid' || invoice.next_payment_attempt !== null) return
  if (context.sandbox.stripe.settings.afterRetries === 'unpaid') setStatus(context, subscription, 'unpaid')
  else cancelSubscription(context, subscription, { details: { reason: 'payment_failed' } })
}

/** The same items with the dates of the next period. */
export function itemsOfNextPeriod(
  { sandbox }: StripeContext,
  { items, billing_cycle_anchor }: Subscription,
): SubscriptionItem[] {
  return items.map((item) => {
    const price = getPrice(sandbox, item.price)
    const start = item.current_period_end
    const end = price.recurring ? periodEnd(billing_cycle_anchor, price.recurring, start) : start
    const lastDebit = { amount: price.unit_amount * item.quantity, start, end }
    return { ...item, current_period_start: start, current_period_end: end, lastDebit }
  })
}

function setStatus(context: StripeContext, subscription: Subscription, status: Subscription['status']): void {
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.status = status
  })
}
