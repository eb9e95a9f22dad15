import type { Context } from '../events.ts'
import type { Subscription } from '../model.ts'
import { changeSubscription, tellSubscription } from './changes.ts'

/** The invoice of it was paid: what was asked for becomes so. */
export function applyPendingUpdate(context: Context, subscription: Subscription): void {
  const pending = subscription.pending_update
  if (!pending) return
  changeSubscription(context, subscription, () => {
    subscription.items = pending.subscription_items
    if (pending.metadata) subscription.metadata = pending.metadata
    subscription.pending_update = null
  })
  tellSubscription(context, 'pending_update_applied', subscription)
}
