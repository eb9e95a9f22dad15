import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { EmailFolder } from '../../../contract/tables.ts'
import { foldersQuery } from '../../api/folders.ts'
import { compareNames } from '../../lib/folder-name.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface ChooseFolderDialogProps {
  mailboxId: string
  title: string
  description: string
  /** Where the email is, which cannot be chosen. */
  currentFolderId: string | null
  chooseLabel: string
  /** Before the buttons that end the dialog. */
  actions?: ReactNode
  onClose: () => void
  onChoose: (destination: MoveDestination) => void
}

/** The inbox and all folders of a mailbox, with a search. */
export function ChooseFolderDialog(props: ChooseFolderDialogProps) {
  const { mailboxId, title, description, currentFolderId, chooseLabel, actions, onClose, onChoose } = props
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
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          {actions}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" disabled={destination === null}>
            {chooseLabel}
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

export interface MoveDestination {
  /** Null: the inbox. */
  id: string | null
  name: string
  /** Why messages cannot be moved there, null if they can. */
  unavailableReason: string | null
}

const inbox = (): MoveDestination => ({ id: null, name: t('Inbox'), unavailableReason: null })

/** The inbox and all folders by name, filtered by a search text. */
function toDestinations(folders: readonly EmailFolder[], query: string): MoveDestination[] {
  const text = query.trim().toLocaleLowerCase()
  const named = folders.map((folder) => ({
    id: folder.id,
    name: folder.display_name || folder.folder_name,
    unavailableReason: folder.is_custom ? t('Exists only in our system and not in your mailbox') : null,
  }))
  const sorted = named.toSorted((a, b) => compareNames(a.name, b.name))
  return [inbox(), ...sorted].filter(({ name }) => name.toLocaleLowerCase().includes(text))
}

interface MoveDestinationListProps {
  destinations: readonly MoveDestination[]
  selected: MoveDestination | null
  currentFolderId: string | null
  onSelect: (destination: MoveDestination) => void
}

function MoveDestinationList({ destinations, selected, currentFolderId, onSelect }: MoveDestinationListProps) {
  return (
    <fieldset className="mt-3 h-64 overflow-y-auto rounded-lg border border-line">
      <legend className="sr-only">{t('Folder')}</legend>
      {destinations.map((destination) => (
        <DestinationOption
          key={destination.id ?? 'inbox'}
          destination={destination}
          isCurrent={destination.id === currentFolderId}
          checked={destination === selected}
          onSelect={() => onSelect(destination)}
        />
      ))}
      {destinations.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">{t('No folder has this in its name.')}</p>
      )}
    </fieldset>
  )
}

interface DestinationOptionProps {
  destination: MoveDestination
  isCurrent: boolean
  checked: boolean
  onSelect: () => void
}

function DestinationOption({ destination, isCurrent, checked, onSelect }: DestinationOptionProps) {
  const note = isCurrent ? t('Already there') : destination.unavailableReason
  const disabled = note !== null
  const stateClasses = disabled ? 'text-muted' : 'cursor-pointer hover:bg-sunken'
  return (
    <label className={`flex items-center gap-3 px-4 py-2.5 text-sm ${stateClasses}`}>
      <input
        type="radio"
        name="place"
        checked={checked}
        disabled={disabled}
        onChange={onSelect}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{destination.name}</bdi>
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
    </label>
  )
}
