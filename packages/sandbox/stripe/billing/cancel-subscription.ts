import type { StripeContext } from '../emit-event.ts'
import type { CancellationDetails, Subscription } from '../stripe-objects.ts'
import { changeSubscriptionAndEmit, emitSubscriptionEvent } from './emit-changes.ts'
import { nowForCustomer } from './object-lookup.ts'
import { draftInvoice, finalizeInvoice, voidInvoice } from './invoice-lifecycle.ts'
import { payInvoice } from './pay-invoice.ts'
import { expirePendingUpdate } from './pending-update.ts'
import { prorationCredit } from './simulate-proration.ts'

type CancellationDetailsInput = {
  comment?: string | null | undefined
  feedback?: string | null | undefined
  reason?: CancellationDetails['reason']
}

type Cancellation = {
  /** Credits the unused time of the period. */
  prorate?: boolean | undefined
  /** Invoices the pending lines now. */
  invoice_now?: boolean | undefined
  details?: CancellationDetailsInput | undefined
}

/** Cancels a subscription permanently. Its open invoices stay open, without automatic collection. */
export function cancelSubscription(
  context: StripeContext,
  subscription: Subscription,
  { prorate, invoice_now, details }: Cancellation,
): void {
  const { sandbox } = context
  const now = nowForCustomer(sandbox, subscription.customer)
  const wasIncomplete = subscription.status === 'incomplete'
  if (subscription.pending_update) expirePendingUpdate(context, subscription)
  if (prorate) {
    const credits = subscription.items.map((item) => prorationCredit(sandbox, subscription, item, now))
    subscription.pending_lines.push(...credits.filter((line) => line !== null))
  }
  if (invoice_now && subscription.pending_lines.length > 0) invoicePendingLines(context, subscription)
  for (const invoice of sandbox.stripe.invoices.values()) {
    if (invoice.subscription !== subscription.id || invoice.status !== 'open') continue
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
    if (wasIncomplete) voidInvoice(context, invoice)
  }
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  const { comment, feedback } = subscription.cancellation_details
  subscription.cancellation_details = {
    comment: details?.comment ?? comment,
    feedback: details?.feedback ?? feedback,
    reason: details?.reason ?? 'cancellation_requested',
  }
  emitSubscriptionEvent(context, 'deleted', subscription)
}

/** Expires a subscription whose first payment did not succeed within 23 hours. */
export function expireIncompleteSubscription(context: StripeContext, subscription: Subscription): void {
  const { sandbox } = context
  const invoice = sandbox.stripe.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') voidInvoice(context, invoice)
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = nowForCustomer(sandbox, subscription.customer)
  })
}

function invoicePendingLines(context: StripeContext, subscription: Subscription): void {
  const invoice = draftInvoice(context, subscription, 'subscription_update', subscription.pending_lines)
  subscription.latest_invoice = invoice.id
  finalizeInvoice(context, subscription, invoice)
  payInvoice(context, invoice)
}
