import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useLearnedLoaded, learnedQuery } from '../../../api/learned-mail.ts'
import { mailboxStatusQuery } from '../../../api/mailboxes.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { useLocation } from '../../../routing/router-view.tsx'
import { t } from '../../../texts/translate.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConnectionStatus } from '../mailbox/connection-status.tsx'
import { ProcessingHistoryCard } from '../mailbox/processing-history-card.tsx'
import { type RealTime, useRealTime } from '../../../features/mailbox/use-real-time.ts'
import { useProposals, useProposalsLoaded } from '../rules/use-proposals.ts'
import { ConnectYourMailbox } from './connect-your-mailbox.tsx'
import { InstructionsEditor } from './folder-row.tsx'
import { FoldersCard } from './folders-card.tsx'
import { FoldersSkeleton, skeletonRows } from './folders-skeleton.tsx'

const ProposalsCard = onDemand(async () => (await import('../rules/proposals-card.tsx')).ProposalsCard, {
  waiting: () => <Skeleton className="h-16 w-full rounded-xl" />,
})

// Most inboxes have none.
const InboxLearnedSenders = onDemand(async () => (await import('./inbox-learned-senders.tsx')).InboxLearnedSenders, {
  failed: 'quiet',
})

export function FoldersTab({ mailbox }: { mailbox: Mailbox }) {
  const { data: status, error, isPending } = useQuery(mailboxStatusQuery(mailbox.id))
  const proposalsKnown = useProposalsLoaded(mailbox.id)
  const learnedKnown = useLearnedLoaded(mailbox.id)
  // Requested in parallel with the status: the editor that the page begins with.
  const { begin } = useLocation().state
  useEffect(() => {
    if (begin === 'instructions') InstructionsEditor.prepare()
  }, [begin])
  const realTime = useRealTime(status?.connected ? status : null)

  useEffect(() => {
    if (error) toastError(t('Failed to load mailbox status.'))
  }, [error])

  // Deferred: the cards are rendered in short steps.
  const isLoading = useDeferredValue(isPending || !proposalsKnown || !learnedKnown)
  if (isLoading) return <FoldersSkeleton rows={skeletonRows(mailbox.folder_count)} />
  // A status that cannot be loaded counts as not connected.
  if (!status?.connected) return <ConnectYourMailbox />
  return <Connected status={status} realTime={realTime} />
}

function Connected({ status, realTime }: { status: Mailbox; realTime: RealTime }) {
  const proposals = useProposals(status.id)
  const { data } = useQuery(learnedQuery(status.id))
  const learned = data?.learned.filter(({ folderId }) => folderId === null) ?? []
  // Stays when the last one is forgotten: its heading has the focus.
  const [hadLearned, setHadLearned] = useState(false)
  if (learned.length > 0 && !hadLearned) setHadLearned(true)
  const offered = status.status === 'active' && proposals.proposals.length > 0 ? proposals : null
  return (
    <div className="grid grid-cols-1 gap-6">
      {offered?.isOpen && (
        <ProposalsCard mailboxId={status.id} takesFocus={offered.wasOpened} proposals={offered.proposals} />
      )}
      <FoldersCard mailbox={status} realTime={realTime} pendingProposals={offered?.isOpen ? null : offered} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ProcessingHistoryCard mailboxId={status.id} />
        <div className="grid grid-cols-1 gap-6">
          <ConnectionStatus status={status} realTime={realTime} />
          {hadLearned && <InboxLearnedSenders mailbox={status} learned={learned} />}
        </div>
      </div>
    </div>
  )
}
