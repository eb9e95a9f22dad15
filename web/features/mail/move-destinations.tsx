import type { EmailFolder } from '../../../contract/tables.ts'
import { locale, t } from '../../texts/translate.ts'

export interface MoveDestination {
  /** Null: the inbox. */
  id: string | null
  name: string
  /** Why messages cannot be moved there, null if they can. */
  unavailableReason: string | null
}

const inbox = (): MoveDestination => ({ id: null, name: t('Inbox'), unavailableReason: null })

/** The inbox and all folders by name, filtered by a search text. */
export function toDestinations(folders: readonly EmailFolder[], query: string): MoveDestination[] {
  const text = query.trim().toLocaleLowerCase()
  const named = folders.map((folder) => ({
    id: folder.id,
    name: folder.display_name || folder.folder_name,
    unavailableReason: folder.is_custom ? t('Exists only in our system and not in your mailbox') : null,
  }))
  const sorted = named.toSorted((a, b) => a.name.localeCompare(b.name, locale(), { numeric: true }))
  return [inbox(), ...sorted].filter(({ name }) => name.toLocaleLowerCase().includes(text))
}

interface MoveDestinationListProps {
  destinations: readonly MoveDestination[]
  selected: MoveDestination | null
  currentFolderId: string | null
  onSelect: (destination: MoveDestination) => void
}

export function MoveDestinationList({ destinations, selected, currentFolderId, onSelect }: MoveDestinationListProps) {
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
  const note = isCurrent ? t('It is in this folder') : destination.unavailableReason
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
