import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { foldersQuery } from '../api/folders.ts'
import { type HistoryEntry, useCorrectSorting } from '../api/processing-logs.ts'
import { safeText } from '../lib/safe-text.ts'
import { t } from '../texts/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type MoveDestination, MoveDestinationList, toDestinations } from './move-destinations.tsx'

interface MoveDialogProps {
  entry: HistoryEntry
  onClose: () => void
  onMoved: (waiting: boolean, destination: Pick<MoveDestination, 'id' | 'name'>) => void
}

export function MoveDialog({ entry, onClose, onMoved }: MoveDialogProps) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(entry.mailbox_id))
  const move = useMove(entry, onMoved, onClose)
  const hasFailed = !folders && error !== null
  const form = useFirstControlFocus(hasFailed)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState<MoveDestination | null>(null)
  const shown = toDestinations(folders ?? [], query)
  // A selection that the search hides does not count: Enter in the search field would move the message there.
  const destination = shown.find(({ id, name }) => id === selected?.id && name === selected.name) ?? null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (destination) move.start(destination)
  }
  const subject = safeText(entry.subject ?? '') || t('No subject')
  return (
    <Dialog
      onClose={onClose}
      title={t('Move to…')}
      description={t('“{subject}” goes there in Outlook, and so will email like it.', { subject })}
    >
      <form ref={form} onSubmit={submit} className="mt-5">
        {!hasFailed && (
          <TextField
            label={t('Find a folder')}
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
        {folders ? (
          <MoveDestinationList
            destinations={shown}
            selected={destination}
            currentFolderId={entry.target_folder_id}
            onSelect={setSelected}
          />
        ) : hasFailed ? (
          <FoldersLoadFailure busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} rowClassName="h-11" label={t('Loading folders...')} />
        )}
        <ErrorNotice className="mt-3">{move.error && messageOf(move.error)}</ErrorNotice>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={move.isPending} disabled={destination === null}>
            {move.isPending ? t('Moving...') : t('Move')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The search field and Try Again replace each other; the focus follows. */
function useFirstControlFocus(hasFailed: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(hasFailed ? 'button' : 'input')?.focus()
  }, [hasFailed])
  return form
}

function useMove(entry: HistoryEntry, onMoved: MoveDialogProps['onMoved'], onClose: () => void) {
  const { mutate, isPending, error } = useCorrectSorting(entry.id)
  const start = (destination: MoveDestination): void =>
    mutate(
      { folderId: destination.id },
      {
        onSuccess: ({ waiting }) => {
          onMoved(waiting, destination)
          onClose()
        },
      },
    )
  return { start, isPending, error }
}

function FoldersLoadFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <ErrorNotice className="">
      {t('There was an error loading your email folders. Please try again.')}
      <div className="mt-2">
        <RetryButton size="small" busy={busy} onRetry={onRetry} />
      </div>
    </ErrorNotice>
  )
}
