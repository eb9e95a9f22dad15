import type { ReactNode } from 'react'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../features/mailbox/mailboxes-unavailable.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NextStep } from './next-step.tsx'
import { OverviewStatistics } from './overview-statistics.tsx'
import { StatusCards } from './status-cards.tsx'

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
  return (
    <div className="flex flex-col gap-6">
      {state === 'failed' && (
        <Card>
          <MailboxesUnavailable level={2} />
        </Card>
      )}
      {gettingStarted}
      {state === 'ready' && active && (active.status !== 'active' || !isStarting) && <NextStep mailbox={active} />}
      {list.length > 0 && <OverviewStatistics />}
      <StatusCards />
      <HelpCard />
    </div>
  )
}
