import type { Backfill, BackfillEstimate } from '../../../../contract/functions/sort-existing.ts'
import { formatCount, formatDateTime, formatNumber } from '../../../lib/format.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

/** How far back a backfill goes; `lastDays` null: the whole inbox. */
export const backfillSpans = [
  { value: '7', lastDays: 7, label: 'The last 7 days' },
  { value: '30', lastDays: 30, label: 'The last 30 days' },
  { value: '90', lastDays: 90, label: 'The last 90 days' },
  { value: 'all', lastDays: null, label: 'All of the inbox' },
] as const
export type BackfillSpan = (typeof backfillSpans)[number]

export const stateBadges = {
  running: { tone: 'accent', label: 'Sorting' },
  paused: { tone: 'neutral', label: 'Paused' },
  limit: { tone: 'warn', label: 'Stopped at the limit' },
  done: { tone: 'good', label: 'Done' },
  canceled: { tone: 'neutral', label: 'Canceled' },
} as const satisfies Record<Backfill['state'], { tone: BadgeTone; label: string }>

export const isOpen = ({ state }: Backfill): boolean => state !== 'done' && state !== 'canceled'

export const remainingCount = ({ total, done }: Backfill): number => Math.max(0, total - done)

/** Messages that count as done but were not sorted, left or failed. */
export const skippedCount = ({ done, sorted, left, failed }: Backfill): number =>
  Math.max(0, done - sorted - left - failed)

const minutesText = (minutes: number): string =>
  minutes < 90 ? formatCount(minutes, 'minute') : `${formatNumber(Math.round(minutes / 60))} hours`

const timeLeftText = (seconds: number): string =>
  seconds < 60 ? 'Less than a minute left' : `About ${minutesText(Math.ceil(seconds / 60))} left`

export const durationText = (minutes: number): string =>
  minutes <= 1 ? 'less than a minute' : `about ${minutesText(minutes)}`

/** Effect on the monthly limit; null if there is nothing to sort. */
export function limitText({ mails, room }: BackfillEstimate): { fits: boolean; text: string } | null {
  if (mails === 0) return null
  if (room >= mails)
    return { fits: true, text: `${formatNumber(mails)} of the ${formatNumber(room)} that are left this month` }
  const rest = mails - room
  return {
    fits: false,
    text:
      room === 0
        ? 'This month’s limit is reached, so nothing can be sorted now.'
        : `This month’s limit has room for ${formatNumber(room)} more. Sorting stops exactly there: ` +
          `${formatCount(rest, 'email')} may remain in the inbox, and can be sorted when there is room again.`,
  }
}

/** Text next to the progress bar, or the result. */
export function stateText(backfill: Backfill): string {
  const { state, secondsLeft, startedAt, endedAt } = backfill
  const rest = remainingCount(backfill)
  switch (state) {
    case 'running':
      return secondsLeft === null ? 'Getting started' : timeLeftText(secondsLeft)
    case 'paused':
      return `${formatCount(rest, 'email')} left. Nothing is sorted until you resume.`
    case 'limit':
      return (
        'This month’s limit is reached. ' +
        `${formatCount(rest, 'email')} ${rest === 1 ? 'remains' : 'remain'} in the inbox. ` +
        'Resume as soon as there is room again: next month, or with a larger plan.'
      )
    case 'done':
      return `Ended ${formatDateTime(endedAt ?? startedAt)}`
    case 'canceled':
      return (
        `Canceled ${formatDateTime(endedAt ?? startedAt)}, ` +
        `after ${formatNumber(backfill.done)} of ${formatCount(backfill.total, 'email')}. ` +
        'What was sorted stays sorted.'
      )
  }
}
