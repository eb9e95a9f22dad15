import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { secondsSavedPerMail } from '../../../../contract/limits.ts'
import { followUpsQuery } from '../../../api/follow-ups.ts'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../features/mailbox/mailboxes-unavailable.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { Card } from '../../../ui/card.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LatestEmailsSkeleton, StatisticsSkeleton, FiguresSkeleton } from './overview-skeleton.tsx'
import { messageCount, formatMinutes } from './overview-texts.ts'
import { StatusCards } from './status-cards.tsx'

// A new user has none.
const LatestEmails = onDemand(async () => (await import('./latest-emails.tsx')).LatestEmails, {
  waiting: () => <LatestEmailsSkeleton />,
})
// Its grouping is much code for one line.
const ReviewStrip = onDemand(async () => (await import('./review-strip.tsx')).ReviewStrip, {
  waiting: () => <Skeleton className="h-12 w-full rounded-xl max-sm:h-20" />,
  failed: 'quiet',
})
// Off by default.
const FollowUps = onDemand(async () => (await import('./follow-up-lists.tsx')).FollowUps, { failed: 'quiet' })
// Below the emails.
const OverviewStatistics = onDemand<{ hasEmails: boolean }>(
  async () => (await import('./overview-statistics.tsx')).OverviewStatistics,
  {
    waiting: ({ hasEmails }) =>
      hasEmails ? <StatisticsSkeleton /> : <Skeleton className="h-39.5 w-full rounded-xl" />,
  },
)
const NextStep = onDemand(async () => (await import('./next-step.tsx')).NextStep, {
  waiting: () => <Skeleton className="h-24 w-full rounded-xl max-sm:h-44" />,
})
// The last card of the tab.
const HelpCard = onDemand(async () => (await import('./help-card.tsx')).HelpCard, {
  waiting: () => <Skeleton className="h-32 w-full rounded-xl" />,
  failed: 'quiet',
})

export interface OverviewContentProps {
  /** No email has come to the active mailbox yet. */
  isStarting: boolean
  /** The steps to the first sorted email. */
  gettingStarted: ReactNode
}

export function OverviewContent({ isStarting, gettingStarted }: OverviewContentProps) {
  const { list, active, state } = useMailboxes()
  const { data: overview } = useQuery(overviewQuery())
  const hasEmails = !isStarting || (overview !== undefined && messageCount(overview.totals) > 0)
  return (
    <div className="flex flex-col gap-6">
      {state === 'failed' && (
        <Card>
          <MailboxesUnavailable level={2} />
        </Card>
      )}
      {gettingStarted}
      {state === 'ready' && active && isNotSorted(active, isStarting) && <NextStep mailbox={active} />}
      <StatusCards compact={list.length > 0 && !isStarting} />
      {list.length > 0 && (
        <>
          {hasEmails && <OverviewFigures />}
          {list.some(({ follows_up = false }) => follows_up) ? (
            <FollowUpsAndEmails hasEmails={hasEmails} />
          ) : (
            hasEmails && <LatestEmails />
          )}
          <OverviewStatistics hasEmails={hasEmails} />
        </>
      )}
      <HelpCard />
    </div>
  )
}

/** The emails wait for the lists above them, which would push them down. */
function FollowUpsAndEmails({ hasEmails }: { hasEmails: boolean }) {
  const { isPending } = useQuery(followUpsQuery())
  useEffect(() => FollowUps.prepare(), [])
  if (isPending) return hasEmails && <LatestEmailsSkeleton />
  return (
    <>
      <FollowUps />
      {hasEmails && <LatestEmails />}
    </>
  )
}

/** The first steps say it until the first email. */
const isNotSorted = ({ status, has_webhook, polling }: Mailbox, isStarting: boolean): boolean =>
  status !== 'active' || !(isStarting || has_webhook || polling)

/** What waits for the user, and the numbers of the last days. Nothing before the first email. */
function OverviewFigures() {
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
