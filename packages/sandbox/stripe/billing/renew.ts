import type { Context } from '../events.ts'
import type { Invoice, Subscription, SubscriptionItem } from '../model.ts'
import { cancelSubscription } from './cancel.ts'
import { changeSubscription } from './changes.ts'
import { periodLine } from './create-subscription.ts'
import { priceIn, subscriptionIn } from './find.ts'
import { draftInvoice, issueInvoice } from './invoices.ts'
import { payInvoice } from './pay.ts'
import { periodEnd } from './period.ts'

/** The next period begins: an invoice for it, with the prorations that waited, and a charge. A refused one makes it `past_due`. */
export function renewSubscription(context: Context, subscription: Subscription): void {
  const items = nextItems(context, subscription)
  const lines = items.map((item) => periodLine(context.world, subscription.id, item))
  const waiting = subscription.pending_lines
  const invoice = draftInvoice(context, subscription, 'subscription_cycle', [...waiting, ...lines])
  invoice.period_start = subscription.items[0]?.current_period_start ?? invoice.created
  invoice.period_end = subscription.items[0]?.current_period_end ?? invoice.created
  const isUnpaid = subscription.status === 'unpaid'
  changeSubscription(context, subscription, () => {
    subscription.items = items
    subscription.latest_invoice = invoice.id
    if (subscription.status === 'trialing') subscription.status = 'active'
  })
  issueInvoice(context, subscription, invoice)
  // Retries are exhausted: invoices are written, and nobody is charged.
  if (isUnpaid) invoice.auto_advance = false
  else if (payInvoice(context, invoice).outcome !== 'paid') setStatus(context, subscription, 'past_due')
}

/** Charges an invoice again; after the last try the subscription ends, or waits unpaid, as the account is set up. */
export function retryInvoice(context: Context, invoice: Invoice): void {
  const subscription = subscriptionIn(context.world, invoice.subscription)
  if (payInvoice(context, invoice).outcome === 'paid' || invoice.next_payment_attempt !== null) return
  if (context.world.stripe.settings.afterRetries === 'unpaid') setStatus(context, subscription, 'unpaid')
  else cancelSubscription(context, subscription, { details: { reason: 'payment_failed' } })
}

/** The same items in the period after theirs. */
export function nextItems({ world }: Context, { items, billing_cycle_anchor }: Subscription): SubscriptionItem[] {
  return items.map((item) => {
    const price = priceIn(world, item.price)
    const start = item.current_period_end
    const end = price.recurring ? periodEnd(billing_cycle_anchor, price.recurring, start) : start
    const debited = { amount: price.unit_amount * item.quantity, start, end }
    return { ...item, current_period_start: start, current_period_end: end, debited }
  })
}

function setStatus(context: Context, subscription: Subscription, status: Subscription['status']): void {
  changeSubscription(context, subscription, () => {
    subscription.status = status
  })
}
