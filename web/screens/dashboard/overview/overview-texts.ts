import type { DashboardOverviewOutput } from '../../../../contract/functions/dashboard-overview.ts'
import { formatCount, formatNumber, formatPercent } from '../../../lib/format.ts'

export type Overview = DashboardOverviewOutput
export type Day = Overview['days'][number]

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** @param day YYYY-MM-DD, independent of the time zone */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const messageCount = ({ sorted, left, failed }: Omit<Day, 'day'>): number => sorted + left + failed

/** From the first day with messages on. */
export const daysInUse = (days: readonly Day[]): readonly Day[] =>
  days.slice(
    Math.max(
      0,
      days.findIndex((day) => messageCount(day) > 0),
    ),
  )

export const formatMinutes = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${formatNumber(Math.floor(minutes / 60))} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`

/** Upper end of the chart's scale: the next round number. */
export function roundedScale(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= max) ?? max
}

/** The chart in one sentence, for screen readers. */
export function describeDays(days: readonly Day[], totals: Overview['totals']): string {
  const busiest = days.reduce((max, day) => (messageCount(day) > messageCount(max) ? day : max))
  const { sorted, left, failed } = totals
  return (
    `Emails per day since ${formatDay(days[0]?.day ?? busiest.day)}: ${formatNumber(sorted)} sorted, ` +
    `${formatNumber(left)} left in the inbox, ${formatNumber(failed)} failed. ` +
    `Most on ${formatDay(busiest.day)}: ${formatCount(messageCount(busiest), 'email')}.`
  )
}

/** Who decided about the sorted messages, largest share first, without empty shares. */
export function decisionShares({ decidedBy }: Overview): { decider: string; mails: number; share: number }[] {
  const total = Object.values(decidedBy).reduce((sum, mails) => sum + mails, 0)
  const named = [
    { decider: 'The sorter', mails: decidedBy.classifier },
    { decider: 'Your conditions', mails: decidedBy.condition },
    { decider: 'Your earlier corrections', mails: decidedBy.correction },
    { decider: 'The language model', mails: decidedBy.model },
    { decider: 'You, by hand', mails: decidedBy.user },
  ]
  return named
    .filter(({ mails }) => mails > 0)
    .map((each) => ({ ...each, share: each.mails / total }))
    .toSorted((a, b) => b.mails - a.mails)
}

/** Who decided in the last seven days, without parties that decided nothing. */
export function weekText({ week: { instructions, learning, model, user } }: Overview, productName: string): string {
  const parts = [
    { decider: 'your instructions', mails: instructions },
    { decider: `what ${productName} learned`, mails: learning },
    { decider: 'the language model', mails: model },
    { decider: 'you', mails: user },
  ].filter(({ mails }) => mails > 0)
  if (parts.length === 0) return 'This week: nothing was sorted yet.'
  const counts = parts.map(({ decider, mails }, at) => `${decider}${at === 0 ? ' decided' : ''} ${formatNumber(mails)}`)
  return `This week: ${counts.join(', ')}.`
}

/**
 * How often the language model was asked in the days of the overview; then calls, cost and conflicts of the last seven
 * days. Null where no model is configured and none was asked.
 */
export function modelText({ askedModel, modelUsage, totals, days }: Overview): string | null {
  if (modelUsage === null && askedModel === 0) return null
  const all = messageCount(totals)
  const share = `${formatNumber(askedModel)} of ${formatCount(all, 'email')} (${formatPercent(askedModel / all)})`
  const often = `In ${days.length} days, the sorter asked the language model about ${share}.`
  return modelUsage === null ? often : `${often} ${modelUsageText(modelUsage)}`
}

function modelUsageText({ calls, mails, conflicts, tokens }: NonNullable<Overview['modelUsage']>): string {
  if (calls === 0) return 'This week it was not asked.'
  const cost = tokens > 0 ? `, ${formatCount(tokens, 'token')}` : ''
  const asked = `This week: ${formatCount(mails, 'email')} in ${formatCount(calls, 'call')}${cost}.`
  if (conflicts === 0) return asked
  const share = `${formatNumber(conflicts)} (${formatPercent(conflicts / mails)})`
  return `${asked} For ${share}, your instructions and the email you filed before named different folders.`
}
