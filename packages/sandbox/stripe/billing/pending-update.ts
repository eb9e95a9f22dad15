import type { StripeContext } from '../emit-event.ts'
import type { Subscription } from '../stripe-objects.ts'
import { scheduleCancellation } from './schedule-cancellation.ts'
import { changeSubscriptionAndEmit, emitSubscriptionEvent } from './emit-changes.ts'
import { voidInvoice } from './invoice-lifecycle.ts'

/** Applies the pending update after its invoice is paid. */
export function applyPendingUpdate(context: StripeContext, subscription: Subscription): void {
  const pending = subscription.pending_update
  if (!pending) return
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.items = pending.subscription_items
    if (pending.metadata) subscription.metadata = pending.metadata
    scheduleCancellation(context.sandbox, subscription, {
      cancel_at_period_end: pending.cancel_at_period_end ?? undefined,
    })
    subscription.pending_update = null
  })
  emitSubscriptionEvent(context, 'pending_update_applied', subscription)
}

/**
 * Discards an update that was not paid in time or is replaced by another: the items stay, and its invoice is voided.
 */
export function expirePendingUpdate(context: StripeContext, subscription: Subscription): void {
  const invoice = context.sandbox.stripe.invoices.get(subscription.latest_invoice ?? '')
  changeSubscriptionAndEmit(context, subscription, () => {
    subscription.pending_update = null
  })
  if (invoice?.status === 'open') voidInvoice(context, invoice)
  emitSubscriptionEvent(context, 'pending_update_expired', subscription)
}
