import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BulkUndo, UndoEstimate as Estimate, UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { messageOf } from '../../api/api-error.ts'
import { bulkUndoQuery, undoEstimateQuery, useChangeUndo } from '../../api/undo-sorting.ts'
import { useProduct } from '../../api/product.tsx'
import { EstimateFooter, EstimateFrame, Fact, Facts } from '../../forms/estimate.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { linkClasses } from '../../ui/link-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UndoProgress } from './undo-progress.tsx'
import { minutesText, undoScopeText, undoStateText } from './undo-texts.ts'

interface UndoDialogProps {
  mailboxId: string
  /** Null: not selected yet. */
  what: UndoneSorting | null
  title: string
  about: string
  /** Id of an undo to show initially. */
  following?: string
  /** Form fields that select what is undone. */
  fields?: ReactNode
  onClose: () => void
}

/**
 * Estimate, progress and result of a bulk undo. A mailbox runs one at a time: a running one is shown instead of the
 * estimate.
 */
export function UndoDialog({ mailboxId, what, title, about, following, fields, onClose }: UndoDialogProps) {
  const { data: undo, error, refetch } = useQuery(bulkUndoQuery(mailboxId))
  const [followed, setFollowed] = useState(following ?? null)
  // Follows a running undo to its end.
  if (undo?.state === 'running' && undo.id !== followed) setFollowed(undo.id)
  const shown = undo && undo.id === followed ? undo : null
  return (
    <Dialog onClose={onClose} title={title} description={shown ? `${undoScopeText(shown)}.` : `${about}.`} size="wide">
      <div className="mt-5 text-sm">
        {shown ? (
          <UndoProgress undo={shown} mailboxId={mailboxId} onClose={onClose} />
        ) : undo === undefined ? (
          error ? (
            <Notice tone="bad" role="alert">
              {t('The undo could not be loaded: {message}', { message: messageOf(error) })}
              <div className="mt-2">
                <RetryButton size="small" onRetry={() => refetch()} />
              </div>
            </Notice>
          ) : (
            <Skeleton className="h-36 w-full" />
          )
        ) : (
          <>
            {undo && (
              <p className="mb-4 text-muted">
                {t('Last undo {date}: {state}', {
                  date: formatDateTime(undo.startedAt),
                  state: undoStateText(undo),
                })}{' '}
                <button type="button" className={linkClasses} onClick={() => setFollowed(undo.id)}>
                  {t('Show Result')}
                </button>
              </p>
            )}
            {fields}
            {what && (
              <UndoEstimate
                mailboxId={mailboxId}
                what={what}
                onStarted={({ id }) => setFollowed(id)}
                onClose={onClose}
              />
            )}
          </>
        )}
        {/* The estimate and the progress have buttons of their own. */}
        {!shown && (undo === undefined || !what) && (
          <div className="mt-6 flex justify-end">
            <DialogClose>{t('Cancel')}</DialogClose>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface UndoEstimateProps {
  mailboxId: string
  what: UndoneSorting
  onStarted: (undo: BulkUndo) => void
  onClose: () => void
}

function UndoEstimate({ mailboxId, what, onStarted, onClose }: UndoEstimateProps) {
  const query = useQuery(undoEstimateQuery(mailboxId, what))
  const { data } = query
  const change = useChangeUndo(mailboxId)
  const { name } = useProduct()
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
          {t(
            'Only emails that are still where they were sorted to go back. What you moved, here or in your mail ' +
              'program, stays there.',
          )}
        </li>
        <li>
          {t(
            '{name} takes each as a hint that such emails may belong in the inbox. It makes no rule about a ' +
              'sender; your conditions and what you taught it before still hold.',
            { name },
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
        <output>{t('None of these emails is where it was sorted to, so there is nothing to undo.')}</output>
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
