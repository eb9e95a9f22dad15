import type { Context } from '../events.ts'
import type { Subscription } from '../model.ts'
import { cancelLater } from './cancel-later.ts'
import { changeSubscription, tellSubscription } from './changes.ts'
import { voidInvoice } from './invoices.ts'

/** The invoice of it was paid: what was asked for becomes so. */
export function applyPendingUpdate(context: Context, subscription: Subscription): void {
  const pending = subscription.pending_update
  if (!pending) return
  changeSubscription(context, subscription, () => {
    subscription.items = pending.subscription_items
    if (pending.metadata) subscription.metadata = pending.metadata
    cancelLater(context.world, subscription, { cancel_at_period_end: pending.cancel_at_period_end ?? undefined })
    subscription.pending_update = null
  })
  tellSubscription(context, 'pending_update_applied', subscription)
}

/** It was not paid in time, or another change took its place: the items stay as they are, and its invoice is void. */
export function dropPendingUpdate(context: Context, subscription: Subscription): void {
  const invoice = context.world.stripe.invoices.get(subscription.latest_invoice ?? '')
  changeSubscription(context, subscription, () => {
    subscription.pending_update = null
  })
  if (invoice?.status === 'open') voidInvoice(context, invoice)
  tellSubscription(context, 'pending_update_expired', subscription)
}
