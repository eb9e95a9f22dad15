import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { messageOf } from '../../../api/api-error.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { useLearnedLoaded, learnedQuery } from '../../../api/learned-mail.ts'
import { mailboxStatusQuery } from '../../../api/mailboxes.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { listInitialLength } from '../../../limits.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConnectionStatus } from '../mailbox/connection-status.tsx'
import { ProcessingHistoryCard } from '../mailbox/processing-history-card.tsx'
import { type RealTime, useRealTime } from '../mailbox/use-real-time.ts'
import { useProposals, useProposalsLoaded } from '../rules/use-proposals.ts'
import { ConnectYourMailbox } from './connect-your-mailbox.tsx'
import { FoldersCard } from './folders-card.tsx'
import { FoldersSkeleton, skeletonRows } from './folders-skeleton.tsx'

const ProposalsCard = onDemand(async () => (await import('../rules/proposals-card.tsx')).ProposalsCard, {
  waiting: () => <Skeleton className="h-16 w-full rounded-xl" />,
})

export function FoldersTab({ mailbox }: { mailbox: Mailbox }) {
  const { data: status, error, isPending } = useQuery(mailboxStatusQuery(mailbox.id))
  const proposalsKnown = useProposalsLoaded(mailbox.id)
  const learnedKnown = useLearnedLoaded(mailbox.id)
  // Requested in parallel with the status.
  useQuery(foldersQuery(mailbox.id))
  const realTime = useRealTime(
    status?.connected ? mailbox.id : null,
    status?.connected === true && (status.has_webhook || status.polling),
  )

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
  const offered = status.status === 'active' && proposals.proposals.length > 0 ? proposals : null
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        {offered?.isOpen && (
          <ProposalsCard mailboxId={status.id} takesFocus={offered.wasOpened} proposals={offered.proposals} />
        )}
        <FoldersCard mailbox={status} realTime={realTime} pendingProposals={offered?.isOpen ? null : offered} />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 md:max-xl:grid-cols-2">
        <ProcessingHistoryCard mailboxId={status.id} />
        <div className="grid grid-cols-1 gap-6">
          <ConnectionStatus status={status} realTime={realTime} />
          <InboxLearnedSenders mailbox={status} />
        </div>
      </div>
    </div>
  )
}

// Most inboxes have none.
const LearnedSenderRow = onDemand(async () => (await import('./learned-sender-row.tsx')).LearnedSenderRow, {
  waiting: () => (
    <li>
      <Skeleton className="h-10 w-full" />
    </li>
  ),
})

/** The senders and mailing lists whose messages stay in the inbox because the user moved one there. */
function InboxLearnedSenders({ mailbox }: { mailbox: Mailbox }) {
  const { data, error } = useQuery(learnedQuery(mailbox.id))
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLSpanElement>(null)
  const own = data?.learned.filter(({ folderId }) => folderId === null)
  const shown = all ? own : own?.slice(0, listInitialLength)
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {own ? t('Learned for the Inbox ({count})', { count: own.length }) : t('Learned for the Inbox')}
        </span>
      }
    >
      <div className="border-t border-line px-5 py-4 text-sm">
        {own && shown ? (
          own.length === 0 ? (
            <p className="text-pretty text-muted">
              {t(
                'Nothing yet. Move an email back to the inbox, here or in your mail program: email from the same ' +
                  'sender stays there.',
              )}
            </p>
          ) : (
            <>
              <ul className="-mt-2 divide-y divide-line">
                {shown.map((learned) => (
                  <LearnedSenderRow
                    key={learned.id}
                    learned={learned}
                    mailboxId={mailbox.id}
                    readOnly={mailbox.status !== 'active'}
                    onDeleted={() => heading.current?.focus()}
                  />
                ))}
              </ul>
              {own.length > listInitialLength && (
                <Button size="small" className="mt-3" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? t('Show Fewer') : t('Show All {count}', { count: own.length })}
                </Button>
              )}
            </>
          )
        ) : error ? (
          <p role="alert" className="text-bad">
            {t('Error loading what was learned: {error}', { error: messageOf(error) })}
          </p>
        ) : (
          <Skeleton className="h-10 w-full" />
        )}
      </div>
    </Card>
  )
}
