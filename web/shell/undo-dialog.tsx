import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { UndoneSorting } from '../../contract/functions/undo-sorting.ts'
import { messageOf } from '../api/api-error.ts'
import { bulkUndoQuery } from '../api/undo-sorting.ts'
import { formatDateTime } from '../lib/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { UndoEstimate } from './undo-estimate.tsx'
import { UndoProgress } from './undo-progress.tsx'
import { stateWords, whatWords } from './undo-words.ts'

const linkLook = 'rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong'

interface UndoDialogProps {
  mailboxId: string
  /** Null: not chosen yet. */
  what: UndoneSorting | null
  title: string
  about: string
  /** The id of one that is shown from the start. */
  following?: string
  /** Chooses what is undone. */
  fields?: ReactNode
  onClose: () => void
}

/** What an undo of many would do, then how far it is and what came of it. One at a time in a mailbox: one that runs already is shown. */
export function UndoDialog({ mailboxId, what, title, about, following, fields, onClose }: UndoDialogProps) {
  const { data: undo, error } = useQuery(bulkUndoQuery(mailboxId))
  const [followed, setFollowed] = useState(following ?? null)
  // Whatever is at work is followed to its end.
  if (undo?.state === 'running' && undo.id !== followed) setFollowed(undo.id)
  const shown = undo && undo.id === followed ? undo : null
  return (
    <Dialog onClose={onClose} title={title} description={shown ? `${whatWords(shown)}.` : `${about}.`} size="wide">
      <div className="mt-5 text-sm">
        {shown ? (
          <UndoProgress undo={shown} mailboxId={mailboxId} onClose={onClose} />
        ) : undo === undefined ? (
          error ? (
            <Notice tone="bad" role="alert">
              It could not be read what is being undone: {messageOf(error)}
            </Notice>
          ) : (
            <Skeleton className="h-36 w-full" />
          )
        ) : (
          <>
            {undo && (
              <p className="mb-4 text-muted">
                {`Last undo ${formatDateTime(undo.startedAt)}: ${stateWords(undo)} `}
                <button type="button" className={linkLook} onClick={() => setFollowed(undo.id)}>
                  Show what came of it
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
      </div>
    </Dialog>
  )
}
