import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import type { OverviewContentProps } from './overview-content.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { StatusCards } from './status-cards.tsx'

// Loaded on demand: the other tabs do not show it.
const OverviewContent = onDemand(async () => (await import('./overview-content.tsx')).OverviewContent, {
  waiting: () => <Waiting />,
})

interface OverviewTabProps extends Pick<OverviewContentProps, 'gettingStarted'> {
  /** No email has come to the active mailbox yet; null: not known yet. */
  isStarting: boolean | null
}

export function OverviewTab({ isStarting, gettingStarted }: OverviewTabProps) {
  const { list, state } = useMailboxes()
  const hasMailbox = list.length > 0
  // Requested together with the mailboxes, as is the code. Unlike `isPending`, `isFetched` stays true while a failed
  // request is repeated.
  const { isFetched } = useQuery({ ...overviewQuery(), enabled: hasMailbox || state === 'loading' })
  useEffect(() => OverviewContent.prepare(), [])
  // Deferred: the cards are rendered in short steps.
  const isLoaded = useDeferredValue(state !== 'loading' && isStarting !== null && !(hasMailbox && !isFetched))
  if (!isLoaded) return <Waiting />
  return <OverviewContent isStarting={isStarting === true} gettingStarted={gettingStarted} />
}

const Waiting = () => (
  <div data-waiting className="flex flex-col gap-6">
    <OverviewSkeleton />
    <StatusCards />
  </div>
)
