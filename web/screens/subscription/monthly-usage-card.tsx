import { useQuery } from '@tanstack/react-query'
import { BarChart3, TriangleAlert } from 'lucide-react'
import { type MonthlyUsage, monthlyUsageQuery } from '../../api/subscription.ts'
import { formatNumber } from '../../lib/format.ts'
import { onFirstUse } from '../../lib/on-first-use.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { locale, t, tn } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Sorted emails by month, from the first month with one. */
export function MonthlyUsageCard({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(monthlyUsageQuery(userId, useUsageMonth()))
  const months = data && fromFirstUse(data)
  return (
    <Card title={t('Emails by Month')}>
      {months ? (
        months.length === 0 ? (
          <EmptyState
            icon={<BarChart3 />}
            title={t('Nothing to show yet')}
            description={t('Your emails by month show here.')}
          />
        ) : (
          <div className="px-5 pb-5 text-sm">
            {months.length === 1 ? months.map(monthText) : <MonthlyUsageChart months={months} />}
          </div>
        )
      ) : error ? (
        <EmptyState
          icon={<TriangleAlert />}
          title={t('The months could not be loaded')}
          description={t('Sorting continues.')}
          action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
        />
      ) : (
        <output className="block px-5 pb-5">
          <span className="sr-only">{t('Loading the last months...')}</span>
          <Skeleton className="h-44 w-full" />
        </output>
      )}
    </Card>
  )
}

function fromFirstUse(months: readonly MonthlyUsage[]): readonly MonthlyUsage[] {
  const first = months.findIndex(({ processed }) => processed > 0)
  return first < 0 ? [] : months.slice(first)
}

const short = onFirstUse(() => new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }))
const long = onFirstUse(() => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }))
const dateOf = (month: string): Date => new Date(`${month}T00:00:00Z`)

const monthText = ({ month, processed }: MonthlyUsage): string =>
  tn(processed, '{month}: {count} email', '{month}: {count} emails', { month: long().format(dateOf(month)) })

/** In percent of the chart's height: position of the baseline, and height of the highest bar. */
const baselinePercent = 86
const maxBarPercent = 74

/** Bar chart, and the same data as a table for screen readers. */
function MonthlyUsageChart({ months }: { months: readonly MonthlyUsage[] }) {
  const maxProcessed = Math.max(1, ...months.map(({ processed }) => processed))
  const width = 100 / months.length
  return (
    <>
      <svg aria-hidden="true" className="h-44 w-full text-xs">
        <line x1="0" x2="100%" y1={`${baselinePercent}%`} y2={`${baselinePercent}%`} className="stroke-line" />
        {months.map(({ month, processed }, index) => {
          const height = (processed / maxProcessed) * maxBarPercent
          const middle = `${(index + 0.5) * width}%`
          return (
            <g key={month} textAnchor="middle">
              <title>{monthText({ month, processed })}</title>
              <rect
                x={`${index * width + width * 0.2}%`}
                y={`${baselinePercent - height}%`}
                width={`${width * 0.6}%`}
                height={`${height}%`}
                className={index === months.length - 1 ? 'fill-accent' : 'fill-edge'}
              />
              <text x={middle} y={`${baselinePercent - height}%`} dy="-0.5em" className="fill-ink tabular-nums">
                {formatNumber(processed)}
              </text>
              <text x={middle} y="98%" className="fill-muted">
                {short().format(dateOf(month))}
              </text>
            </g>
          )
        })}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{t('Emails by month, oldest first')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Month')}</th>
              <th scope="col">{t('Emails')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, processed }) => (
              <tr key={month}>
                <th scope="row">{long().format(dateOf(month))}</th>
                <td>{formatNumber(processed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
