import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { secondsSavedPerMail } from '../../../../contract/limits.ts'
import { overviewQuery } from '../../../api/overview.ts'
import { UsageMeter } from '../../../features/usage/usage-meter.tsx'
import { WaitingMail } from '../../../features/usage/waiting-mail.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { OverviewDeciders, OverviewFolders } from './overview-breakdowns.tsx'
import { OverviewChart } from './overview-chart.tsx'
import { OverviewGrid, OverviewSkeleton, overviewTitle } from './overview-skeleton.tsx'
import { daysInUse, formatMinutes, messageCount, type Overview } from './overview-texts.ts'

/** Statistics of all mailboxes. */
export function OverviewStatistics() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery())
  if (data) return <Statistics overview={data} />
  if (!error) return <OverviewSkeleton />
  return (
    <Card title={overviewTitle()}>
      <EmptyState
        icon={<TriangleAlert />}
        title={t('The overview could not be loaded')}
        description={t('Sorting continues.')}
        action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
      />
    </Card>
  )
}

function Statistics({ overview }: { overview: Overview }) {
  const { totals, days, usage } = overview
  const isEmpty = messageCount(totals) === 0
  return (
    <>
      {!isEmpty && (
        <>
          <Figures overview={overview} />
          <Card title={overviewTitle()} description={t('All your mailboxes together')}>
            <div className="border-t border-line p-5">
              <OverviewChart days={daysInUse(days)} totals={totals} />
            </div>
          </Card>
        </>
      )}
      <OverviewGrid
        folders={totals.sorted > 0 && <OverviewFolders overview={overview} />}
        deciders={totals.sorted > 0 && <OverviewDeciders overview={overview} />}
        month={
          <Card title={t('This Month')}>
            <div className="px-5 pb-5">
              <UsageMeter processed={usage.processed} limit={usage.limit} />
              <WaitingMail />
              <p className="mt-4 text-sm">
                <Link to="/subscription" className={linkClasses}>
                  {t('See your plan')}
                </Link>
              </p>
            </div>
          </Card>
        }
      />
    </>
  )
}

const figuresClasses =
  'grid grid-cols-1 divide-line rounded-xl border border-line bg-surface shadow-card max-sm:divide-y ' +
  'sm:grid-cols-3 sm:divide-x'

/** The numbers of the last days: what was done for the user, and what waits for them. */
function Figures({ overview: { totals, unsure, minutesSaved } }: { overview: Overview }) {
  return (
    <dl className={figuresClasses}>
      <Figure name={t('Sorted for you')} value={formatNumber(totals.sorted)}>
        {t('of {count} that came', { count: messageCount(totals) })}
      </Figure>
      <Figure name={t('Time saved')} value={formatMinutes(minutesSaved)}>
        {t('An estimate: {seconds} seconds for each sorted email', { seconds: secondsSavedPerMail })}
      </Figure>
      <Figure name={t('Unsure, waiting for you')} value={formatNumber(unsure)}>
        {unsure === 0 ? (
          t('Nothing to review')
        ) : (
          <Link to="/review" className={linkClasses}>
            {t('Review Them')}
          </Link>
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="px-5 py-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="block text-2xl font-semibold tabular-nums">{value}</span>
        <span className="text-sm text-muted">{children}</span>
      </dd>
    </div>
  )
}
