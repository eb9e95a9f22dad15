import type { Context } from '../events.ts'
import type { CancellationDetails, Subscription } from '../model.ts'
import { changeSubscription, tellSubscription } from './changes.ts'
import { nowFor } from './find.ts'
import { draftInvoice, issueInvoice, voidInvoice } from './invoices.ts'
import { payInvoice } from './pay.ts'
import { dropPendingUpdate } from './pending-update.ts'
import { creditLine } from './proration.ts'

type CancellationWords = {
  comment?: string | null | undefined
  feedback?: string | null | undefined
  reason?: CancellationDetails['reason']
}

export type Cancellation = {
  /** Whether the rest of the period is credited. */
  prorate?: boolean | undefined
  /** Whether what waits for the next invoice is invoiced now. */
  invoice_now?: boolean | undefined
  details?: CancellationWords | undefined
}

/** Ends a subscription for good. Its open invoices stay as they are, but nobody is charged for them by himself any more. */
export function cancelSubscription(
  context: Context,
  subscription: Subscription,
  { prorate, invoice_now, details }: Cancellation,
): void {
  const { world } = context
  const now = nowFor(world, subscription.customer)
  const wasIncomplete = subscription.status === 'incomplete'
  if (subscription.pending_update) dropPendingUpdate(context, subscription)
  if (prorate) {
    const credits = subscription.items.map((item) => creditLine(world, subscription, item, now))
    subscription.pending_lines.push(...credits.filter((line) => line !== null))
  }
  if (invoice_now && subscription.pending_lines.length > 0) invoiceWaiting(context, subscription)
  for (const invoice of world.stripe.invoices.values()) {
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
  tellSubscription(context, 'deleted', subscription)
}

/** The first payment did not come within 23 hours. */
export function expireIncomplete(context: Context, subscription: Subscription): void {
  const { world } = context
  const invoice = world.stripe.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') voidInvoice(context, invoice)
  changeSubscription(context, subscription, () => {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = nowFor(world, subscription.customer)
  })
}

function invoiceWaiting(context: Context, subscription: Subscription): void {
  const invoice = draftInvoice(context, subscription, 'subscription_update', subscription.pending_lines)
  subscription.latest_invoice = invoice.id
  issueInvoice(context, subscription, invoice)
  payInvoice(context, invoice)
}
