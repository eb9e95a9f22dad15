import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFinal, messageOf } from '../api/api-error.ts'
import { foldersQuery } from '../api/folders.ts'
import { type HistoryEntry, useMoveSorted } from '../api/logs.ts'
import { safeText } from '../lib/safe-text.ts'
import { toastError } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'

interface MoveDialogProps {
  entry: HistoryEntry
  onClose: () => void
  /** @param place its id, null: the inbox, and its name */
  onMoved: (waiting: boolean, place: Pick<Place, 'id' | 'name'>) => void
}

interface Place {
  /** Null: the inbox. */
  id: string | null
  name: string
  note: string | null
}

export function MoveDialog({ entry, onClose, onMoved }: MoveDialogProps) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(entry.mailbox_id))
  const move = useMoveSorted(entry.id)
  const [part, setPart] = useState('')
  const [picked, setPicked] = useState<Place | null>(null)
  const places: Place[] = [
    { id: null, name: 'Inbox', note: null },
    ...(folders ?? [])
      .map((folder) => ({
        id: folder.id,
        name: folder.display_name || folder.folder_name,
        note: folder.is_custom ? 'Exists only in our system and not in your mailbox' : null,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
  ]
  const shown = places.filter(({ name }) => name.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase()))
  // What the search hides is not chosen any more: Enter in its field would move the mail out of sight.
  const chosen = shown.find((place) => place.id === picked?.id && place.name === picked.name) ?? null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!chosen) return
    move.mutate(
      { folderId: chosen.id },
      {
        onSuccess: ({ waiting }) => {
          onMoved(waiting, chosen)
          onClose()
        },
        onError: (problem) =>
          isFinal(problem) || toastError('Move failed', 'Failed to move the email. Please try again.'),
      },
    )
  }

  return (
    <Dialog
      onClose={onClose}
      title="Move to…"
      description={`“${safeText(entry.subject ?? '') || 'No subject'}” goes there in Outlook, and mail like it will too.`}
    >
      <form onSubmit={submit} className="mt-5">
        <TextField
          label="Find a folder"
          type="search"
          autoComplete="off"
          value={part}
          onChange={(event) => setPart(event.target.value)}
        />
        {folders ? (
          <fieldset className="mt-3 max-h-64 overflow-y-auto rounded-lg border border-line">
            <legend className="sr-only">Folder</legend>
            {shown.map((place) => (
              <Choice
                key={place.id ?? 'inbox'}
                place={place}
                isHere={place.id === entry.target_folder_id}
                checked={place === chosen}
                onChoose={() => setPicked(place)}
              />
            ))}
            {shown.length === 0 && <p className="px-4 py-3 text-sm text-muted">No folder has this in its name.</p>}
          </fieldset>
        ) : error ? (
          <div className="mt-3">
            <Notice tone="bad" role="alert">
              There was an error loading your email folders. Please try again.
              <div className="mt-2">
                <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                  Try Again
                </Button>
              </div>
            </Notice>
          </div>
        ) : (
          <SkeletonRows rows={5} rowClassName="h-11" label="Loading folders..." />
        )}
        {isFinal(move.error) && (
          <div className="mt-3">
            <Notice tone="bad" role="alert">
              {messageOf(move.error)}
            </Notice>
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={move.isPending} disabled={chosen === null}>
            {move.isPending ? 'Moving...' : 'Move'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChoiceProps {
  place: Place
  isHere: boolean
  checked: boolean
  onChoose: () => void
}

function Choice({ place, isHere, checked, onChoose }: ChoiceProps) {
  const note = isHere ? 'It is here now' : place.note
  const disabled = note !== null
  return (
    <label
      className={`flex items-center gap-3 px-4 py-2.5 text-sm ${disabled ? 'text-muted' : 'cursor-pointer hover:bg-sunken'}`}
    >
      <input
        type="radio"
        name="place"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{place.name}</bdi>
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
    </label>
  )
}
