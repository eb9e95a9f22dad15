import type { Backfill, BackfillEstimate } from '../../../contract/functions/sort-existing.ts'
import { formatDateTime } from '../../lib/format.ts'
import { t, text, tn } from '../../texts/translate.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** How far back a backfill goes; `lastDays` null: the whole inbox. */
export const backfillSpans = [
  { value: '7', lastDays: 7, label: text('The last 7 days') },
  { value: '30', lastDays: 30, label: text('The last 30 days') },
  { value: '90', lastDays: 90, label: text('The last 90 days') },
  { value: 'all', lastDays: null, label: text('All of the inbox') },
] as const
export type BackfillSpan = (typeof backfillSpans)[number]

export const stateBadges = {
  running: { tone: 'accent', label: text('Sorting') },
  paused: { tone: 'neutral', label: text('Paused') },
  limit: { tone: 'warn', label: text('Stopped at the limit') },
  done: { tone: 'good', label: text('Done') },
  canceled: { tone: 'neutral', label: text('Canceled') },
} as const satisfies Record<Backfill['state'], { tone: BadgeTone; label: string }>

export const isOpen = ({ state }: Backfill): boolean => state !== 'done' && state !== 'canceled'

export const remainingCount = ({ total, done }: Backfill): number => Math.max(0, total - done)

/** Messages that count as done but were not sorted, left or failed. */
export const skippedCount = ({ done, sorted, left, failed }: Backfill): number =>
  Math.max(0, done - sorted - left - failed)

/** From this many minutes on, a duration is shown in hours. */
const minutesShownAsHours = 90

function timeLeftText(seconds: number): string {
  if (seconds < 60) return t('Less than a minute left')
  const minutes = Math.ceil(seconds / 60)
  return minutes < minutesShownAsHours
    ? tn(minutes, 'About {count} minute left', 'About {count} minutes left')
    : tn(Math.round(minutes / 60), 'About {count} hour left', 'About {count} hours left')
}

export function durationText(minutes: number): string {
  if (minutes <= 1) return t('less than a minute')
  return minutes < minutesShownAsHours
    ? tn(minutes, 'about {count} minute', 'about {count} minutes')
    : tn(Math.round(minutes / 60), 'about {count} hour', 'about {count} hours')
}

/** Effect on the monthly limit; null if there is nothing to sort. */
export function limitText({ mails, room }: BackfillEstimate): { fits: boolean; text: string } | null {
  if (mails === 0) return null
  if (room >= mails)
    return { fits: true, text: t('At most {mails} of the {room} that are left this month', { mails, room }) }
  return {
    fits: false,
    text:
      room === 0
        ? t('This month’s limit is reached, so nothing can be sorted now.')
        : tn(
            mails - room,
            'This month’s limit has room for {room} more. Sorting stops exactly there: ' +
              '{count} email may remain in the inbox, and can be sorted when there is room again.',
            'This month’s limit has room for {room} more. Sorting stops exactly there: ' +
              '{count} emails may remain in the inbox, and can be sorted when there is room again.',
            { room },
          ),
  }
}

/** Text next to the progress bar, or the result. */
export function stateText(backfill: Backfill): string {
  const { state, secondsLeft, startedAt, endedAt } = backfill
  const rest = remainingCount(backfill)
  const date = formatDateTime(endedAt ?? startedAt)
  switch (state) {
    case 'running':
      return secondsLeft === null ? t('Starting') : timeLeftText(secondsLeft)
    case 'paused':
      return tn(
        rest,
        '{count} email left. Nothing is sorted until you resume.',
        '{count} emails left. Nothing is sorted until you resume.',
      )
    case 'limit':
      return tn(
        rest,
        'This month’s limit is reached. {count} email remains in the inbox. ' +
          'Resume as soon as there is room again: next month, or with a larger limit.',
        'This month’s limit is reached. {count} emails remain in the inbox. ' +
          'Resume as soon as there is room again: next month, or with a larger limit.',
      )
    case 'done':
      return t('Ended {date}', { date })
    case 'canceled':
      return tn(
        backfill.total,
        'Canceled {date}, after {done} of {count} email. What was sorted stays sorted.',
        'Canceled {date}, after {done} of {count} emails. What was sorted stays sorted.',
        { date, done: backfill.done },
      )
  }
}
