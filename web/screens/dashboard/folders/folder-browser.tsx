import { useQuery } from '@tanstack/react-query'
import { ListChecks, Search } from 'lucide-react'
import { type Ref, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderActivityQuery } from '../../../api/folder-activity.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { useBeginning, useLocation } from '../../../routing/router-view.tsx'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/text-field.tsx'
import { FolderSelectionProvider, useFolderSelection } from './folder-selection.ts'
import { FolderTable } from './folder-table.tsx'
import { filterFolders, folderTree, nextToWrite } from './folder-tree.ts'
import { useShownFolders } from './use-shown-folders.ts'

const BulkFolderChanges = onDemand(async () => (await import('./bulk-folder-changes.tsx')).BulkFolderChanges)

interface FolderBrowserProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  readOnly: boolean
  /** The folder whose instructions are edited next: it was just created, or follows the one that was saved. */
  createdId: string | null
  setCreatedId: (id: string | null) => void
}

/** The folders as a tree, with a filter by name, and changes of several folders at once. */
export function FolderBrowser({ mailboxId, folders, readOnly, createdId, setCreatedId }: FolderBrowserProps) {
  const [filter, setFilter] = useState('')
  // Deferred: typing stays responsive with hundreds of rows.
  const deferredFilter = useDeferredValue(filter)
  const isFiltered = deferredFilter.trim() !== ''
  const tree = useMemo(() => folderTree(folders), [folders])
  const nodes = useMemo(() => filterFolders(tree, deferredFilter), [tree, deferredFilter])
  const { selection, selectAll, start, stop } = useFolderSelection(readOnly)
  const { selected } = selection
  const selectButton = useRef<HTMLButtonElement>(null)
  // The filter may hide the new folder.
  if (createdId !== null && filter !== '') setFilter('')
  useEffect(() => {
    if (isFiltered) announce(tn(nodes.length, '{count} folder found', '{count} folders found'))
  }, [isFiltered, nodes.length])

  // Folders that the filter hides are not changed, even if they are selected.
  const chosen = nodes.filter(({ folder }) => selected?.has(folder.id)).map(({ folder }) => folder)
  const { folder } = useLocation().search
  useBeginning('instructions', () => setCreatedId(nextToWrite(nodes, -1)))
  const linkedId = typeof folder === 'string' ? folder : null
  const { shown, showAll } = useShownFolders(nodes, { all: selected !== null, including: createdId ?? linkedId })
  // Deferred: all rows are rendered again, in short steps.
  const activity = useDeferredValue(useQuery(folderActivityQuery(mailboxId)).data)
  const stopSelecting = (): void => {
    stop()
    selectButton.current?.focus()
  }
  return (
    <>
      <div className="flex h-15 items-center max-sm:h-13 gap-3 border-t border-line px-5">
        <FilterField value={filter} onChange={setFilter} />
        {isFiltered && (
          <span className="text-sm whitespace-nowrap text-muted max-sm:hidden">
            {t('{shown} of {total}', { shown: nodes.length, total: folders.length })}
          </span>
        )}
        {!readOnly && (
          <SelectButton
            ref={selectButton}
            isSelecting={selected !== null}
            onClick={() => (selected ? stopSelecting() : start())}
          />
        )}
      </div>
      {nodes.length > 0 ? (
        <FolderSelectionProvider value={selection}>
          <FolderTable
            nodes={shown}
            activity={activity}
            readOnly={readOnly}
            createdId={createdId}
            linkedId={linkedId}
            setCreatedId={setCreatedId}
            selectedCount={selected && chosen.length}
            onSelectAll={(on) => selectAll(on ? nodes.map(({ folder }) => folder.id) : [])}
          />
        </FolderSelectionProvider>
      ) : (
        <p className="border-t border-line px-5 py-12 text-center text-sm text-muted">
          {t('No folder has “{filter}” in its name.', { filter: deferredFilter.trim() })}
        </p>
      )}
      {shown.length < nodes.length && (
        <div className="border-t border-line px-5 py-3 text-center">
          <Button tone="quiet" onClick={showAll}>
            {tn(nodes.length, 'Show all {count} folder', 'Show all {count} folders')}
          </Button>
        </div>
      )}
      {selected && <BulkFolderChanges mailboxId={mailboxId} folders={chosen} onDone={stopSelecting} />}
    </>
  )
}

interface SelectButtonProps {
  ref: Ref<HTMLButtonElement>
  isSelecting: boolean
  onClick: () => void
}

const SelectButton = ({ ref, isSelecting, onClick }: SelectButtonProps) => (
  <Button
    ref={ref}
    tone="quiet"
    icon={<ListChecks aria-hidden="true" />}
    aria-pressed={isSelecting}
    className="ml-auto aria-pressed:bg-sunken aria-pressed:text-ink"
    onClick={onClick}
  >
    {t('Select')}
  </Button>
)

const FilterField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="relative w-64 min-w-0 max-sm:flex-1">
    <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
    <input
      type="search"
      aria-label={t('Filter folders by name')}
      placeholder={t('Filter folders')}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClasses} h-9 pl-9 sm:text-sm`}
    />
  </div>
)
