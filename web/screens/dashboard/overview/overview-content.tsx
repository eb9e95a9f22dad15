import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../features/mailbox/mailboxes-unavailable.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { messageCount } from './overview-texts.ts'
import { LatestEmailsSkeleton, StatisticsSkeleton } from './overview-skeleton.tsx'
import { StatusCards } from './status-cards.tsx'

// A new user has none.
const LatestEmails = onDemand(async () => (await import('./latest-emails.tsx')).LatestEmails, {
  waiting: () => <LatestEmailsSkeleton />,
})
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
          {hasEmails && (
            <>
              <OverviewFigures />
              <LatestEmails />
            </>
          )}
          <OverviewStatistics hasEmails={hasEmails} />
        </>
      )}
      <HelpCard />
    </div>
  )
}

/** The first steps say it until the first email. */
const isNotSorted = ({ status, has_webhook, polling }: Mailbox, isStarting: boolean): boolean =>
  status !== 'active' || !(isStarting || has_webhook || polling)
