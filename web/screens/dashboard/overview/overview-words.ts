import type { DashboardOverviewOutput } from '../../../../contract/functions/dashboard-overview.ts'
import { count, formatNumber, formatPercent } from '../../../lib/format.ts'

export type Overview = DashboardOverviewOutput
export type Day = Overview['days'][number]

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** @param day YYYY-MM-DD, a day and no moment: no zone may move it */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const mailsOf = ({ sorted, left, failed }: Omit<Day, 'day'>): number => sorted + left + failed

export const formatMinutes = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${formatNumber(Math.floor(minutes / 60))} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`

/** The next round number, so that the scale can be read. */
export function roundScale(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= most) ?? most
}

/** The chart in one sentence. */
export function describeDays(days: readonly Day[], totals: Overview['totals']): string {
  const fullest = days.reduce((most, day) => (mailsOf(day) > mailsOf(most) ? day : most))
  const { sorted, left, failed } = totals
  return (
    `Emails per day in the last ${days.length} days: ${formatNumber(sorted)} sorted, ${formatNumber(left)} left in the inbox, ` +
    `${formatNumber(failed)} failed. Most on ${formatDay(fullest.day)}: ${count(mailsOf(fullest), 'email')}.`
  )
}

/** Whose decision a sorted mail was, most first; nobody who decided nothing. */
export function shares({ decidedBy }: Overview): { who: string; mails: number; share: number }[] {
  const total = Object.values(decidedBy).reduce((sum, mails) => sum + mails, 0)
  const named = [
    { who: 'The sorter', mails: decidedBy.classifier },
    { who: 'Your conditions', mails: decidedBy.condition },
    { who: 'Your earlier corrections', mails: decidedBy.correction },
    { who: 'The language model', mails: decidedBy.model },
    { who: 'You, by hand', mails: decidedBy.user },
  ]
  return named
    .filter(({ mails }) => mails > 0)
    .map((each) => ({ ...each, share: each.mails / total }))
    .toSorted((a, b) => b.mails - a.mails)
}

/** How often the language model had to be asked. */
export function modelShare({ askedModel, totals: { sorted, left, failed } }: Overview): string {
  const all = sorted + left + failed
  return `The sorter asked the language model about ${formatNumber(askedModel)} of ${count(all, 'email')} (${formatPercent(askedModel / all)}).`
}
