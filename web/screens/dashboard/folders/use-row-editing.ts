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
  const [editing, setEditing] = useState<EditingPlace>('nothing')
  const [highlighted, setHighlighted] = useState(false)
  const row = useRef<HTMLTableRowElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = (): void => {
    if (!hasInstructionsColumn) setOpen(true)
    setEditing(hasInstructionsColumn ? 'row' : 'card')
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
      setEditing('nothing')
      setHighlighted(false)
    })
    editButton.current?.focus()
  }
  return {
    row,
    editButton,
    open,
    toggleOpen: () => setOpen(!open),
    editing,
    edit,
    editInCard: () => setEditing('card'),
    stopEditing,
    /** The folder was just created. */
    highlighted,
  }
}
