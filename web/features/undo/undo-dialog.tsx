import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { messageOf } from '../../api/api-error.ts'
import { bulkUndoQuery } from '../../api/undo-sorting.ts'
import { formatDateTime } from '../../lib/format.ts'
import { t } from '../../texts/translate.ts'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { linkClasses } from '../../ui/link-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UndoEstimate } from './undo-estimate.tsx'
import { UndoProgress } from './undo-progress.tsx'
import { undoStateText, undoScopeText } from './undo-texts.ts'

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
