import { startTransition, useCallback, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** Selection mode of the folder table. */
export function useFolderSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  // Stable, so that memoized rows are not rendered again.
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
  return {
    /** Null: not in selection mode. */
    selected,
    select,
    selectAll: (ids: readonly string[]): void => setSelected(new Set(ids)),
    // Transitions: each of hundreds of rows is rendered again, and input meanwhile goes first.
    start: (): void => startTransition(() => setSelected(none)),
    stop: (): void => startTransition(() => setSelected(null)),
  }
}
