import { usePrefetchQuery } from '@tanstack/react-query'
import { ListChecks, Search } from 'lucide-react'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { actionsPausedQuery } from '../../../api/action-runs.ts'
import { count } from '../../../lib/format.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputLook } from '../../../ui/text-field.tsx'
import { FolderTable } from './folder-table.tsx'
import { folderTree, foldersNamed } from './folder-tree.ts'

const FoldersAtOnce = onDemand(async () => (await import('./folders-at-once.tsx')).FoldersAtOnce)

interface FolderBrowserProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  readOnly: boolean
}

const none: ReadonlySet<string> = new Set()

/** The folders as a tree, found by name, changed one by one or several at once. */
export function FolderBrowser({ mailboxId, folders, readOnly }: FolderBrowserProps) {
  // Known before a folder's actions are opened, so that nothing moves there.
  usePrefetchQuery(actionsPausedQuery(mailboxId))
  const [part, setPart] = useState('')
  // Typing stays quick however many rows follow it.
  const wanted = useDeferredValue(part)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const selectButton = useRef<HTMLButtonElement>(null)
  const tree = useMemo(() => folderTree(folders), [folders])
  const nodes = useMemo(() => foldersNamed(tree, wanted), [tree, wanted])
  const filtered = wanted.trim() !== ''

  useEffect(() => {
    if (filtered) announce(`${count(nodes.length, 'folder')} found`)
  }, [filtered, nodes.length])

  const select = useCallback(
    (id: string, on: boolean): void =>
      setSelected((before) => {
        const next = new Set(before)
        if (on) next.add(id)
        else next.delete(id)
        return next
      }),
    [],
  )
  // What the filter hides is not changed, whether it was selected before or not.
  const chosen = nodes.filter(({ folder }) => selected?.has(folder.id)).map(({ folder }) => folder)
  // Each row of hundreds changes with it: what is typed or pressed meanwhile goes first.
  const switchTo = (next: ReadonlySet<string> | null): void => startTransition(() => setSelected(next))
  const stop = (): void => {
    switchTo(null)
    selectButton.current?.focus()
  }

  return (
    <>
      <div className="flex h-15 items-center gap-3 border-t border-line px-5">
        <div className="relative w-64 min-w-0 max-sm:flex-1">
          <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <input
            type="search"
            aria-label="Filter folders by name"
            placeholder="Filter folders"
            autoComplete="off"
            spellCheck={false}
            value={part}
            onChange={(event) => setPart(event.target.value)}
            className={`${inputLook} h-9 pl-9 sm:text-sm`}
          />
        </div>
        {filtered && (
          <span className="text-sm whitespace-nowrap text-muted max-sm:hidden">
            {nodes.length} of {folders.length}
          </span>
        )}
        {!readOnly && (
          <Button
            ref={selectButton}
            tone="quiet"
            icon={<ListChecks aria-hidden="true" />}
            aria-pressed={selected !== null}
            className="ml-auto aria-pressed:bg-sunken aria-pressed:text-ink"
            onClick={() => (selected ? stop() : switchTo(none))}
          >
            Select
          </Button>
        )}
      </div>
      {nodes.length > 0 ? (
        <FolderTable
          nodes={nodes}
          readOnly={readOnly}
          selected={readOnly ? null : selected}
          onSelect={select}
          onSelectAll={(on) => setSelected(on ? new Set(nodes.map(({ folder }) => folder.id)) : none)}
        />
      ) : (
        <p className="border-t border-line px-5 py-12 text-center text-sm text-muted">
          No folder has “{wanted.trim()}” in its name.
        </p>
      )}
      {selected && !readOnly && <FoldersAtOnce mailboxId={mailboxId} folders={chosen} onDone={stop} />}
    </>
  )
}
