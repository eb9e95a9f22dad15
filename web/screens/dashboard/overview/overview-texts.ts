import type { DashboardOverviewOutput } from '../../../../contract/functions/dashboard-overview.ts'
import { formatPercent } from '../../../lib/format.ts'
import { locale, t, text, tn } from '../../../texts/translate.ts'

export type Overview = DashboardOverviewOutput
export type Day = Overview['days'][number]

let dayFormat: Intl.DateTimeFormat | undefined

/** @param day YYYY-MM-DD, independent of the time zone */
export function formatDay(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

export const messageCount = ({ sorted, left, failed }: Omit<Day, 'day'>): number => sorted + left + failed

const minDaysShown = 14

/** From the first day with messages on, and at least two weeks, so that the bars of a new user are no wide blocks. */
export const daysInUse = (days: readonly Day[]): readonly Day[] =>
  days.slice(
    Math.min(
      Math.max(
        0,
        days.findIndex((day) => messageCount(day) > 0),
      ),
      days.length - minDaysShown,
    ),
  )

export function formatMinutes(total: number): string {
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  if (hours === 0) return t('{minutes} min', { minutes })
  return minutes === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes })
}

/** Upper end of the chart's scale: the next round number. */
export function roundedScale(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= max) ?? max
}

/** The chart in one sentence, for screen readers. */
export function describeDays(days: readonly Day[], totals: Overview['totals']): string {
  const busiest = days.reduce((max, day) => (messageCount(day) > messageCount(max) ? day : max))
  const { sorted, left, failed } = totals
  return tn(
    messageCount(busiest),
    'Emails per day since {first}: {sorted} sorted, {left} left in the inbox, {failed} failed. ' +
      'Most on {busiest}: {count} email.',
    'Emails per day since {first}: {sorted} sorted, {left} left in the inbox, {failed} failed. ' +
      'Most on {busiest}: {count} emails.',
    { first: formatDay(days[0]?.day ?? busiest.day), sorted, left, failed, busiest: formatDay(busiest.day) },
  )
}

/** Who decided about the sorted messages, largest share first, without empty shares. */
export function decisionShares(
  { decidedBy }: Overview,
  productName: string,
): { decider: string; mails: number; share: number }[] {
  const total = Object.values(decidedBy).reduce((sum, mails) => sum + mails, 0)
  const named = [
    { decider: productName, mails: decidedBy.classifier },
    { decider: t('Your conditions'), mails: decidedBy.condition },
    { decider: t('Your earlier corrections'), mails: decidedBy.correction },
    { decider: t('The language model'), mails: decidedBy.model },
    { decider: t('You'), mails: decidedBy.user },
  ]
  return named
    .filter(({ mails }) => mails > 0)
    .map((each) => ({ ...each, share: each.mails / total }))
    .toSorted((a, b) => b.mails - a.mails)
}

/** How emails were sorted in the last seven days, without what decided nothing. */
export function weekText({ week: { instructions, learning, model, user } }: Overview): string {
  const parts = [
    { by: text('{mails} learned from your filing'), mails: learning },
    { by: text('{mails} by your instructions'), mails: instructions },
    { by: text('{mails} by the language model'), mails: model },
    { by: text('{mails} by you'), mails: user },
  ].filter(({ mails }) => mails > 0)
  if (parts.length === 0) return t('This week: nothing was sorted yet.')
  return t('This week: {counts}.', { counts: parts.map(({ by, mails }) => t(by, { mails })).join(', ') })
}

/**
 * How often the language model was asked in the days of the overview; then calls, cost and conflicts of the last seven
 * days. Null where no model is configured and none was asked.
 */
export function modelText({ askedModel, modelUsage, totals, days }: Overview): string | null {
  if (modelUsage === null && askedModel === 0) return null
  const all = messageCount(totals)
  const often = tn(
    all,
    'In {days} days, the language model was asked about {asked} of {count} email ({percent}).',
    'In {days} days, the language model was asked about {asked} of {count} emails ({percent}).',
    { days: days.length, asked: askedModel, percent: formatPercent(askedModel / all) },
  )
  return modelUsage === null ? often : `${often} ${modelUsageText(modelUsage)}`
}

function modelUsageText({ calls, mails, conflicts, tokens }: NonNullable<Overview['modelUsage']>): string {
  if (calls === 0) return t('It was not asked this week.')
  const counts = {
    emails: tn(mails, '{count} email', '{count} emails'),
    calls: tn(calls, '{count} call', '{count} calls'),
  }
  const asked =
    tokens > 0
      ? t('This week: {emails} in {calls}, {tokens}.', {
          ...counts,
          tokens: tn(tokens, '{count} token', '{count} tokens'),
        })
      : t('This week: {emails} in {calls}.', counts)
  if (conflicts === 0) return asked
  const conflictText = t(
    'For {conflicts} ({percent}), your instructions and the emails you filed before named different folders.',
    { conflicts, percent: formatPercent(conflicts / mails) },
  )
  return `${asked} ${conflictText}`
}
