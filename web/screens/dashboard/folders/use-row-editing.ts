import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditingPlace } from './folder-details.tsx'

interface RowEditingOptions {
  hasInstructionsColumn: boolean
  readOnly: boolean
  isCreated: boolean
  setCreatedId: (id: string | null) => void
}

/** Where the instructions of a folder's row are edited, and whether its details are open. */
export function useRowEditing({ hasInstructionsColumn, readOnly, isCreated, setCreatedId }: RowEditingOptions) {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<EditingPlace>('nothing')
  // A phone that is turned has no room for the editor in the row.
  const editing = place === 'row' && !hasInstructionsColumn ? 'card' : place
  const [highlighted, setHighlighted] = useState(false)
  const row = useRef<HTMLTableRowElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = (): void => {
    if (!hasInstructionsColumn) setOpen(true)
    setPlace(hasInstructionsColumn ? 'row' : 'card')
  }
  if (isCreated && !highlighted) {
    setHighlighted(true)
    if (!readOnly) edit()
  }
  useEffect(() => {
    if (!isCreated) return
    // At the top: the editor and its preview are below.
    row.current?.scrollIntoView({ block: 'start' })
    // Once: the row may be mounted again.
    setCreatedId(null)
  }, [isCreated, setCreatedId])
  const stopEditing = (): void => {
    // Rendered synchronously: the button can get the focus only once it exists and is enabled again.
    flushSync(() => {
      setPlace('nothing')
      setHighlighted(false)
    })
    editButton.current?.focus()
  }
  return {
    row,
    editButton,
    open: open || (place === 'row' && editing === 'card'),
    toggleOpen: () => setOpen(!open),
    editing,
    edit,
    editInCard: () => setPlace('card'),
    stopEditing,
    /** The folder was just created. */
    highlighted,
  }
}
