import { useQuery } from '@tanstack/react-query'
import type { BulkUndo, UndoEstimate as Estimate, UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { undoEstimateQuery, useChangeUndo } from '../../api/undo-sorting.ts'
import { EstimateFooter, EstimateFrame, Fact, Facts } from '../../forms/estimate.tsx'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Notice } from '../../ui/notice.tsx'
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
          announce(t('Undo has started'))
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
        <li>
          {t('Only emails that are still where we put them go back. What you moved, here or in Outlook, stays there.')}
        </li>
        <li>
          {t(
            'The sorter takes each as a hint that such email may belong in the inbox. It makes no rule about a ' +
              'sender; your conditions and what you taught it before still hold.',
          )}
        </li>
        <li>{t('What automated actions have done is not undone: drafts, forwarded emails and stored files stay.')}</li>
      </ul>
      <EstimateFooter
        label={data && data.mails > 0 ? tn(data.mails, 'Undo {count} email', 'Undo {count} emails') : t('Undo')}
        failed={t('Nothing was undone')}
        error={change.error}
        busy={change.isPending}
        disabled={!data || data.mails === 0}
        onClick={start}
        onClose={onClose}
      />
    </>
  )
}

const emails = (count: number): string => tn(count, '{count} email', '{count} emails')

function UndoFacts({ estimate: { mails, leftAlone, minutes, withActions } }: { estimate: Estimate }) {
  if (mails === 0)
    return (
      <Notice tone="neutral">
        <output>{t('None of these emails is where we put it, so there is nothing to undo.')}</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name={t('Back to the inbox')}>{emails(mails)}</Fact>
        {leftAlone > 0 && <Fact name={t('Not moved, because you moved them')}>{emails(leftAlone)}</Fact>}
        {withActions > 0 && <Fact name={t('With automated actions, which stay done')}>{emails(withActions)}</Fact>}
        <Fact name={t('Time needed')}>{minutesText(minutes)}</Fact>
      </Facts>
      <output className="sr-only">
        {tn(mails, '{count} email would go back to the inbox', '{count} emails would go back to the inbox')}
      </output>
    </>
  )
}
