import { useQuery } from '@tanstack/react-query'
import type { BulkUndo, UndoEstimate as Estimate, UndoneSorting } from '../../contract/functions/undo-sorting.ts'
import { undoEstimateQuery, useChangeUndo } from '../api/undo-sorting.ts'
import { formatCount } from '../lib/format.ts'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/notice.tsx'
import { EstimateFooter } from './estimate-footer.tsx'
import { EstimateFrame, Fact, Facts } from './estimate-frame.tsx'
import { minutesText } from './undo-texts.ts'

interface UndoEstimateProps {
  mailboxId: string
  what: UndoneSorting
  onStarted: (undo: BulkUndo) => void
  onClose: () => void
}

export function UndoEstimate({ mailboxId, what, onStarted, onClose }: UndoEstimateProps) {
  const query = useQuery(undoEstimateQuery(mailboxId, what))
  const { data } = query
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
      <EstimateFrame facts={3} query={query}>
        {(estimate) => <UndoFacts estimate={estimate} />}
      </EstimateFrame>
      <ul className="mt-4 list-disc space-y-1.5 pl-5 text-pretty text-muted">
        <li>Only emails that are still where we put them go back. What you moved, here or in Outlook, stays there.</li>
        <li>
          The sorter takes each as a hint that such email may belong in the inbox. It makes no rule about a sender; your
          conditions and what you taught it before still hold.
        </li>
        <li>What automated actions have done is not undone: drafts, forwarded emails and stored files stay.</li>
      </ul>
      <EstimateFooter
        label={data && data.mails > 0 ? `Undo ${formatCount(data.mails, 'email')}` : 'Undo'}
        failed="Nothing was undone"
        error={change.error}
        busy={change.isPending}
        disabled={!data || data.mails === 0}
        onClick={start}
        onClose={onClose}
      />
    </>
  )
}

function UndoFacts({ estimate: { mails, leftAlone, minutes, withActions } }: { estimate: Estimate }) {
  if (mails === 0)
    return (
      <Notice tone="neutral">
        <output>None of these emails is where we put it, so there is nothing to undo.</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name="Back to the inbox">{formatCount(mails, 'email')}</Fact>
        {leftAlone > 0 && <Fact name="Left alone, since you moved them">{formatCount(leftAlone, 'email')}</Fact>}
        {withActions > 0 && (
          <Fact name="With automated actions, which stay done">{formatCount(withActions, 'email')}</Fact>
        )}
        <Fact name="Time needed">{minutesText(minutes)}</Fact>
      </Facts>
      <output className="sr-only">{`${formatCount(mails, 'email')} would go back to the inbox`}</output>
    </>
  )
}
