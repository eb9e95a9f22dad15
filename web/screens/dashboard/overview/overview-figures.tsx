import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { secondsSavedPerMail } from '../../../../contract/limits.ts'
import { overviewQuery } from '../../../api/overview.ts'
import { formatNumber } from '../../../lib/format.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { linkClasses } from '../../../ui/link-classes.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FiguresSkeleton } from './overview-skeleton.tsx'
import { formatMinutes, messageCount } from './overview-texts.ts'

// Its grouping is much code for one line.
const ReviewStrip = onDemand(async () => (await import('./review-strip.tsx')).ReviewStrip, {
  waiting: () => <Skeleton className="h-12 w-full rounded-xl" />,
  failed: 'quiet',
})

/** What waits for the user, and the numbers of the last days. Nothing before the first email. */
export function OverviewFigures() {
  const { data: overview, error } = useQuery(overviewQuery())
  if (!overview) return error ? null : <FiguresSkeleton />
  const { totals, unsure, minutesSaved } = overview
  if (messageCount(totals) === 0) return null
  const estimate = t('An estimate: {seconds} seconds for each sorted email', { seconds: secondsSavedPerMail })
  return (
    <>
      {unsure > 1 && <ReviewStrip count={unsure} />}
      <dl className="grid grid-cols-3 divide-x divide-line rounded-xl border border-line bg-surface shadow-card">
        <Figure name={t('Sorted for you')} value={formatNumber(totals.sorted)}>
          <span className="text-muted">{t('of {count} that came', { count: messageCount(totals) })}</span>
        </Figure>
        <Figure name={t('Time saved')} value={`≈ ${formatMinutes(minutesSaved)}`} title={estimate}>
          <span className="sr-only">{estimate}</span>
        </Figure>
        <Figure name={t('To review')} value={formatNumber(unsure)}>
          {unsure > 0 && (
            <Link to="/review" className={linkClasses}>
              {t('Review Them')}
            </Link>
          )}
        </Figure>
      </dl>
    </>
  )
}

interface FigureProps {
  name: string
  value: string
  title?: string
  children: ReactNode
}

const Figure = ({ name, value, title, children }: FigureProps) => (
  <div title={title} className="min-w-0 px-5 py-3 text-sm max-sm:px-3 lg:flex lg:items-baseline lg:gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tabular-nums">{value}</span>
      {children}
    </dd>
  </div>
)
