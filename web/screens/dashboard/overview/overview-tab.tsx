import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { onDemand } from '../../../shell/on-demand.tsx'
import { HelpCard } from './help-card.tsx'
import { NextStep } from './next-step.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { FoldersStatusCard, MailboxStatusCard } from './status-cards.tsx'

// The other tabs do not need it. Loaded in parallel with the mailboxes.
const OverviewStatistics = onDemand(async () => (await import('./overview-statistics.tsx')).OverviewStatistics, {
  waiting: () => <OverviewSkeleton />,
})

export function OverviewTab({ onConnect }: { onConnect: () => void }) {
  const { list, active, state } = useMailboxes()
  useEffect(() => OverviewStatistics.prepare(), [])
  const hasMailbox = list.length > 0
  const { isPending } = useQuery({ ...overviewQuery(), enabled: hasMailbox })
  const isLoaded = state !== 'loading' && !(hasMailbox && isPending)

  return (
    <div data-waiting={!isLoaded || undefined} className="flex flex-col gap-6">
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <MailboxStatusCard />
        <FoldersStatusCard />
      </div>
      {state === 'ready' && <NextStep mailbox={active} onConnect={onConnect} />}
      {hasMailbox && <OverviewStatistics />}
      {/* Not before the content above is loaded, which would push it down. */}
      {isLoaded && <HelpCard />}
    </div>
  )
}
