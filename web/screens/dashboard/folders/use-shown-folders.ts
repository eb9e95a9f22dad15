import { startTransition, useEffect, useRef, useState } from 'react'
import type { FolderNode } from './folder-tree.ts'

/** Folders in the table before “Show all”: hundreds of rows take long to render and to scroll past. */
const foldersInitialLength = 60
const foldersInitialLengthOnPhone = 20

/** Number of folders that are shown at first. */
export const initialFolderCount = (): number =>
  matchMedia('(min-width: 48rem)').matches ? foldersInitialLength : foldersInitialLengthOnPhone

interface ShownFoldersOptions {
  all: boolean
  /** The folder with this id is always shown. */
  including: string | null
}

/** The first of many folders, until the user asks for all. */
export function useShownFolders(nodes: readonly FolderNode[], { all, including }: ShownFoldersOptions) {
  const [showsAll, setShowsAll] = useState(false)
  const [limit] = useState(initialFolderCount)
  const isBeyond = nodes.findIndex(({ folder }) => folder.id === including) >= limit
  if (isBeyond && !showsAll) setShowsAll(true)
  const firstNew = useRef<string>(undefined)
  useEffect(() => {
    // The button, which had the focus, is gone: the first new row gets it.
    if (showsAll && firstNew.current !== undefined)
      document.querySelector<HTMLElement>(`[data-folder="${firstNew.current}"] button`)?.focus()
  }, [showsAll])
  return {
    shown: all || showsAll ? nodes : nodes.slice(0, limit),
    showAll: (): void => {
      firstNew.current = nodes[limit]?.folder.id
      // A transition: hundreds of rows render in short steps.
      startTransition(() => setShowsAll(true))
    },
  }
}
