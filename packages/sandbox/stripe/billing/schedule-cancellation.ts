import type { StripeSandbox } from '../stripe-state.ts'
import type { Subscription } from '../stripe-objects.ts'
import { nowForCustomer } from './object-lookup.ts'

type CancellationSchedule = { cancel_at_period_end?: boolean | undefined; cancel_at?: number | null | undefined }

/** Schedules or reverts the cancellation of a subscription; undefined changes nothing. */
export function scheduleCancellation(
  sandbox: StripeSandbox,
  subscription: Subscription,
  wanted: CancellationSchedule,
): void {
  const { cancel_at_period_end: atEnd, cancel_at: date } = wanted
  if (atEnd === undefined && date === undefined) return
  const now = nowForCustomer(sandbox, subscription.customer)
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const cancel_at = date ?? (atEnd ? end : null)
  subscription.cancel_at_period_end = atEnd ?? false
  subscription.canceled_at = cancel_at === null ? null : now
  subscription.cancel_at = cancel_at
  subscription.cancellation_details.reason = cancel_at === null ? null : 'cancellation_requested'
}
