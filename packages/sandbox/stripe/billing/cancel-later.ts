import type { World } from '../../kit/world.ts'
import type { Subscription } from '../model.ts'
import { nowFor } from './find.ts'

export type CancelLater = { cancel_at_period_end?: boolean | undefined; cancel_at?: number | null | undefined }

/** Says when a subscription ends, or that it goes on; undefined leaves that as it is. */
export function cancelLater(world: World, subscription: Subscription, wanted: CancelLater): void {
  const { cancel_at_period_end: atEnd, cancel_at: date } = wanted
  if (atEnd === undefined && date === undefined) return
  const now = nowFor(world, subscription.customer)
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const cancel_at = date ?? (atEnd ? end : null)
  subscription.cancel_at_period_end = atEnd ?? false
  subscription.canceled_at = cancel_at === null ? null : now
  subscription.cancel_at = cancel_at
  subscription.cancellation_details.reason = cancel_at === null ? null : 'cancellation_requested'
}
