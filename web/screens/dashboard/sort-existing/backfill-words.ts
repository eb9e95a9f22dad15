import type { Backfill, BackfillEstimate } from '../../../../contract/functions/sort-existing.ts'
import { count, formatDateTime, formatNumber } from '../../../lib/format.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

/** How far back, in words; `all` stands for null. */
export const spans = [
  { value: '7', lastDays: 7, label: 'The last 7 days' },
  { value: '30', lastDays: 30, label: 'The last 30 days' },
  { value: '90', lastDays: 90, label: 'The last 90 days' },
  { value: 'all', lastDays: null, label: 'All of the inbox' },
] as const
export type Span = (typeof spans)[number]

export const stateLooks = {
  running: { tone: 'accent', words: 'Sorting' },
  paused: { tone: 'neutral', words: 'Paused' },
  limit: { tone: 'warn', words: 'Stopped at the limit' },
  done: { tone: 'good', words: 'Done' },
  canceled: { tone: 'neutral', words: 'Canceled' },
} as const satisfies Record<Backfill['state'], { tone: BadgeTone; words: string }>

export const isOpen = ({ state }: Backfill): boolean => state !== 'done' && state !== 'canceled'

export const remaining = ({ total, done }: Backfill): number => Math.max(0, total - done)

/** What is neither sorted, left nor failed, though it is done with. */
export const passedOver = ({ done, sorted, left, failed }: Backfill): number =>
  Math.max(0, done - sorted - left - failed)

const inMinutes = (minutes: number): string =>
  minutes < 90 ? count(minutes, 'minute') : `${formatNumber(Math.round(minutes / 60))} hours`

export const timeLeft = (seconds: number): string =>
  seconds < 60 ? 'Less than a minute left' : `About ${inMinutes(Math.ceil(seconds / 60))} left`

export const duration = (minutes: number): string =>
  minutes <= 1 ? 'less than a minute' : `about ${inMinutes(minutes)}`

/** What it takes of the month's limit; null where nothing is there to be sorted. */
export function limitWords({ mails, room }: BackfillEstimate): { fits: boolean; words: string } | null {
  if (mails === 0) return null
  if (room >= mails)
    return { fits: true, words: `${formatNumber(mails)} of the ${formatNumber(room)} that are left this month` }
  const rest = mails - room
  return {
    fits: false,
    words:
      room === 0
        ? 'This month’s limit is reached, so nothing can be sorted now.'
        : `This month’s limit has room for ${formatNumber(room)} more. Sorting stops exactly there: ${count(rest, 'email')} may remain in the inbox, and can be sorted when there is room again.`,
  }
}

/** What stands beneath the bar, or in its place once it is over. */
export function stateWords(backfill: Backfill): string {
  const { state, secondsLeft, startedAt, endedAt } = backfill
  const rest = remaining(backfill)
  switch (state) {
    case 'running':
      return secondsLeft === null ? 'Getting started' : timeLeft(secondsLeft)
    case 'paused':
      return `${count(rest, 'email')} left. Nothing is sorted until you resume.`
    case 'limit':
      return `This month’s limit is reached. ${count(rest, 'email')} ${rest === 1 ? 'remains' : 'remain'} in the inbox. Resume as soon as there is room again: next month, or with a larger plan.`
    case 'done':
      return `Ended ${formatDateTime(endedAt ?? startedAt)}`
    case 'canceled':
      return `Canceled ${formatDateTime(endedAt ?? startedAt)}, after ${formatNumber(backfill.done)} of ${count(backfill.total, 'email')}. What was sorted stays sorted.`
  }
}
