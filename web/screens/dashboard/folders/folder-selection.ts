import { createContext, startTransition, use, useMemo, useState } from 'react'

interface FolderSelection {
  /** Null: the table is not in selection mode. */
  selected: ReadonlySet<string> | null
  select: (id: string, on: boolean) => void
}

const none: ReadonlySet<string> = new Set()

const FolderSelectionContext = createContext<FolderSelection>({ selected: null, select: () => undefined })

/** Read by the checkbox of each row alone: a selection does not render hundreds of rows again. */
export const FolderSelectionProvider = FolderSelectionContext.Provider

/** Null: the table is not in selection mode. */
export function useSelectionOf(id: string): { isSelected: boolean; select: (on: boolean) => void } | null {
  const { selected, select } = use(FolderSelectionContext)
  return selected && { isSelected: selected.has(id), select: (on) => select(id, on) }
}

/** Selection mode of the folder table, which a mailbox whose folders cannot be changed does not have. */
export function useFolderSelection(readOnly: boolean) {
  const [state, setSelected] = useState<ReadonlySet<string> | null>(null)
  const selected = readOnly ? null : state
  const selection = useMemo<FolderSelection>(
    () => ({
      selected,
      select: (id, on) =>
        setSelected((before) => {
          const next = new Set(before)
          if (on) next.add(id)
          else next.delete(id)
          return next
        }),
    }),
    [selected],
  )
  return {
    selection,
    selectAll: (ids: readonly string[]): void => setSelected(new Set(ids)),
    // Transitions: all folders are shown, and input meanwhile goes first.
    start: (): void => startTransition(() => setSelected(none)),
    stop: (): void => startTransition(() => setSelected(null)),
  }
}
