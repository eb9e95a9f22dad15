import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Mailbox } from '../../../contract/mailbox.ts'
import { messageOf } from '../../api/api-error.ts'
import { backfillQuery } from '../../api/backfill.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isOpen, stateLooks } from './backfill-words.ts'
import { BackfillProgress } from './backfill-progress.tsx'

const SortExistingDialog = onDemand(async () => (await import('./sort-existing-dialog.tsx')).SortExistingDialog, {
  failed: ({ onClose }) => onClose(),
})

/** Mail that lies in the inbox already is sorted on the server, whether this page is open or not. */
export function SortExistingCard({ mailbox }: { mailbox: Mailbox }) {
  const { data: backfill, error, isFetching, refetch } = useQuery(backfillQuery(mailbox.id))
  const [choosing, setChoosing] = useState(false)
  const isActive = mailbox.status === 'active'
  const look = backfill ? stateLooks[backfill.state] : null
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Existing Mail {look && <Badge tone={look.tone}>{look.words}</Badge>}
        </span>
      }
      description={
        <>
          What is in the inbox of <bdi className="wrap-anywhere">{mailbox.email_address}</bdi> already
        </>
      }
      actions={
        backfill !== undefined &&
        !(backfill && isOpen(backfill)) && (
          <Button icon={<History aria-hidden="true" />} disabled={!isActive} onClick={() => setChoosing(true)}>
            Sort Existing Mail
          </Button>
        )
      }
    >
      <div className="border-t border-line px-5 py-4 text-sm">
        {backfill === undefined ? (
          error ? (
            <Notice tone="bad" role="alert">
              It could not be read how far this is: {messageOf(error)}
              <div className="mt-2">
                <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                  Try Again
                </Button>
              </div>
            </Notice>
          ) : (
            <Skeleton className="h-5 w-72 max-w-full" />
          )
        ) : backfill === null ? (
          <p className="text-pretty text-muted">
            {isActive
              ? 'What came before you connected is not sorted by itself. Sort it here, as far back as you like.'
              : 'Connect this mailbox again to sort what is in its inbox.'}
          </p>
        ) : (
          <BackfillProgress backfill={backfill} mailbox={mailbox} />
        )}
      </div>
      {choosing && <SortExistingDialog mailbox={mailbox} onClose={() => setChoosing(false)} />}
    </Card>
  )
}
