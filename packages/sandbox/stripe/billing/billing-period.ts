import type { Recurring } from '../stripe-objects.ts'

const DAYS_PER_INTERVAL = { day: 1, week: 7 } as const

/**
 * End of the billing period that contains `at`, counted from the anchor: 31 January is followed by 28 February, then by
 * 31 March.
 */
export function periodEnd(anchor: number, recurring: Recurring, at: number): number {
  let periods = 1
  while (addPeriods(anchor, recurring, periods) <= at) periods++
  return addPeriods(anchor, recurring, periods)
}

/** Unix seconds of the anchor plus a number of periods. A month that is too short ends on its last day. */
export function addPeriods(anchor: number, { interval, interval_count }: Recurring, periods: number): number {
  if (interval === 'day' || interval === 'week')
    return anchor + DAYS_PER_INTERVAL[interval] * 86_400 * interval_count * periods
  const months = (interval === 'year' ? 12 : 1) * interval_count * periods
  const start = new Date(anchor * 1000)
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1)
  const end = new Date(first)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  return Math.floor(first / 1000) + (day - 1) * 86_400 + (anchor % 86_400)
}
