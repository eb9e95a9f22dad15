import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkUndo, UndoEstimate as Estimate, UndoneSorting } from '../../contract/functions/undo-sorting.ts'
import { messageOf } from '../api/api-error.ts'
import { undoEstimateQuery, useChangeUndo } from '../api/undo-sorting.ts'
import { count } from '../lib/format.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { minutesWords } from './undo-words.ts'

interface UndoEstimateProps {
  mailboxId: string
  what: UndoneSorting
  onStarted: (undo: BulkUndo) => void
  onClose: () => void
}

export function UndoEstimate({ mailboxId, what, onStarted, onClose }: UndoEstimateProps) {
  const { data, error, isFetching, refetch } = useQuery(undoEstimateQuery(mailboxId, what))
  const change = useChangeUndo(mailboxId)
  const start = (): void =>
    change.mutate(
      { action: 'start', what },
      {
        onSuccess: (undo) => {
          announce('Undo has started')
          if (undo) onStarted(undo)
        },
      },
    )
  return (
    <>
      <div className="min-h-32" aria-busy={isFetching}>
        {data ? (
          <Facts estimate={data} />
        ) : error ? (
          <Notice tone="bad" role="alert">
            How many emails these are could not be found out: {messageOf(error)}
            <div className="mt-2">
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                Try Again
              </Button>
            </div>
          </Notice>
        ) : (
          <>
            <output className="sr-only">Counting the emails...</output>
            <Skeleton className="h-32 w-full" />
          </>
        )}
      </div>
      <ul className="mt-4 list-disc space-y-1.5 pl-5 text-pretty text-muted">
        <li>Only emails that are still where we put them go back. What you moved, here or in Outlook, stays there.</li>
        <li>
          The sorter takes each as a hint that such email may belong in the inbox. It makes no rule about a sender; your
          conditions and what you taught it before still hold.
        </li>
        <li>What automated actions have done is not undone: drafts, forwarded emails and stored files stay.</li>
      </ul>
      {change.error && (
        <div className="mt-4">
          <Notice tone="bad" role="alert">
            Nothing was undone: {messageOf(change.error)}
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" busy={change.isPending} disabled={!data || data.mails === 0} onClick={start}>
          {change.isPending ? 'Starting...' : data && data.mails > 0 ? `Undo ${count(data.mails, 'email')}` : 'Undo'}
        </Button>
      </div>
    </>
  )
}

function Facts({ estimate: { mails, leftAlone, minutes, withActions } }: { estimate: Estimate }) {
  if (mails === 0)
    return (
      <Notice tone="neutral">
        <output>None of these emails is where we put it, so there is nothing to undo.</output>
      </Notice>
    )
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line px-4">
        <Fact name="Back to the inbox">{count(mails, 'email')}</Fact>
        {leftAlone > 0 && <Fact name="Left alone, since you moved them">{count(leftAlone, 'email')}</Fact>}
        {withActions > 0 && <Fact name="With automated actions, which stay done">{count(withActions, 'email')}</Fact>}
        <Fact name="Time needed">{minutesWords(minutes)}</Fact>
      </dl>
      <output className="sr-only">{`${count(mails, 'email')} would go back to the inbox`}</output>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 py-2">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)
