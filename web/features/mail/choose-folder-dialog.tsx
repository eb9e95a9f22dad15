import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { foldersQuery } from '../../api/folders.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type MoveDestination, MoveDestinationList, toDestinations } from './move-destinations.tsx'

interface ChooseFolderDialogProps {
  mailboxId: string
  title: string
  description: string
  /** Where the email is, which cannot be chosen. */
  currentFolderId: string | null
  chooseLabel: string
  busyLabel?: string
  busy?: boolean
  error?: Error | null
  /** Before the buttons that end the dialog. */
  actions?: ReactNode
  onClose: () => void
  onChoose: (destination: MoveDestination) => void
}

/** The inbox and all folders of a mailbox, with a search. */
export function ChooseFolderDialog(props: ChooseFolderDialogProps) {
  const { mailboxId, title, description, currentFolderId, chooseLabel, actions, onClose, onChoose } = props
  const { busyLabel, busy = false, error = null } = props
  const { data: folders, error: loadError, isFetching, refetch } = useQuery(foldersQuery(mailboxId))
  const hasFailed = !folders && loadError !== null
  const form = useFirstControlFocus(hasFailed)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState<MoveDestination | null>(null)
  const shown = toDestinations(folders ?? [], query)
  // A selection that the search hides does not count: Enter in the search field would move the message there.
  const destination = shown.find(({ id, name }) => id === selected?.id && name === selected.name) ?? null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (destination) onChoose(destination)
  }
  return (
    <Dialog onClose={onClose} title={title} description={description}>
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
            currentFolderId={currentFolderId}
            onSelect={setSelected}
          />
        ) : hasFailed ? (
          <FoldersLoadFailure busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} rowClassName="h-11" label={t('Loading folders...')} />
        )}
        <ErrorNotice className="mt-3">{error && messageOf(error)}</ErrorNotice>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          {actions}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={busy} disabled={destination === null}>
            {busy ? busyLabel : chooseLabel}
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
