import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../shell/mailboxes-unavailable.tsx'
import { onDemand } from '../../../shell/on-demand.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NextStep } from './next-step.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { OverviewStatistics } from './overview-statistics.tsx'
import { FoldersStatusCard, MailboxStatusCard } from './status-cards.tsx'

// The last card of the tab.
const HelpCard = onDemand(async () => (await import('./help-card.tsx')).HelpCard, {
  waiting: () => <Skeleton className="h-32 w-full rounded-xl" />,
  failed: 'quiet',
})

interface OverviewTabProps {
  /** No email has come to the active mailbox yet; null: not known yet. */
  isStarting: boolean | null
  /** The steps to the first sorted email. */
  gettingStarted: ReactNode
}

export function OverviewTab({ isStarting, gettingStarted }: OverviewTabProps) {
  const { list, active, state } = useMailboxes()
  const hasMailbox = list.length > 0
  // Requested together with the mailboxes. Unlike `isPending`, `isFetched` stays true while a failed request is
  // repeated.
  const { isFetched } = useQuery({ ...overviewQuery(), enabled: hasMailbox || state === 'loading' })
  // Deferred: the cards are rendered in short steps.
  const isLoaded = useDeferredValue(state !== 'loading' && isStarting !== null && !(hasMailbox && !isFetched))
  if (!isLoaded)
    return (
      <div data-waiting className="flex flex-col gap-6">
        <OverviewSkeleton />
        <StatusCards />
      </div>
    )
  return (
    <div className="flex flex-col gap-6">
      {state === 'failed' && (
        <Card>
          <MailboxesUnavailable level={2} />
        </Card>
      )}
      {gettingStarted}
      {state === 'ready' && active && (active.status !== 'active' || !isStarting) && <NextStep mailbox={active} />}
      {hasMailbox && <OverviewStatistics />}
      {/* A new element: it has not moved from its place below the placeholder. */}
      <StatusCards key="loaded" />
      <HelpCard />
    </div>
  )
}

const StatusCards = () => (
  <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
    <MailboxStatusCard />
    <FoldersStatusCard />
  </div>
)
