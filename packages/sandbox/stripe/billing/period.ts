import type { Recurring } from '../model.ts'

const DAYS = { day: 1, week: 7 } as const

/** The end of the period that holds `at`, counted from the anchor: January 31st is followed by February 28th and then by March 31st. */
export function periodEnd(anchor: number, recurring: Recurring, at: number): number {
  let periods = 1
  while (after(anchor, recurring, periods) <= at) periods++
  return after(anchor, recurring, periods)
}

/** Unix seconds of so many periods after the anchor; a month that is too short ends on its last day. */
export function after(anchor: number, { interval, interval_count }: Recurring, periods: number): number {
  if (interval === 'day' || interval === 'week') return anchor + DAYS[interval] * 86_400 * interval_count * periods
  const months = (interval === 'year' ? 12 : 1) * interval_count * periods
  const start = new Date(anchor * 1000)
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1)
  const end = new Date(first)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  return Math.floor(first / 1000) + (day - 1) * 86_400 + (anchor % 86_400)
}
