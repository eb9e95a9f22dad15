import { memo, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { EditingOpener, EditingPlace, FolderDetailsProps } from './folder-details.tsx'
import { EditButtonCell, InstructionsCell, SwitchCells, useFolderSwitches } from './folder-row-cells.tsx'
import { ExpandOrSelectCell, FolderNameCell } from './folder-row-heading.tsx'

const FolderDetails = onDemand(async () => (await import('./folder-details.tsx')).FolderDetails, {
  waiting: () => <Skeleton className="h-24" />,
})

export const InstructionsEditor = onDemand(async () => (await import('./instructions-editor.tsx')).InstructionsEditor, {
  waiting: () => <Skeleton className="h-28" />,
})

interface FolderRowProps {
  folder: EmailFolder
  /** Number of folders above it; null: folders are not shown as a tree. */
  depth: number | null
  /** False: the column is hidden, and the instructions are edited in the card below the row. */
  hasInstructionsColumn: boolean
  /** Emails sorted into it in the last days; undefined: not known. */
  sorted: number | undefined
  readOnly: boolean
  /** The user has just created the folder: the row is shown, and its instructions are edited. */
  isCreated: boolean
  setCreatedId: (id: string | null) => void
  /** The next folder without instructions. */
  nextId: string | null
  /** A link leads to the folder: its details are open at first. */
  isLinked: boolean
  /** No line below it. A selector for the last row would make browsers restyle all rows when a dialog opens. */
  isLast: boolean
}

/** Memoized: a table can have hundreds of rows. */
export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, depth, hasInstructionsColumn, readOnly } = props
  const { row, open, toggleOpen, editing, openerRef, edit, stopEditing, highlighted } = useRowEditing(props)
  const { nextId, setCreatedId } = props
  const onNext = nextId === null ? null : () => setCreatedId(nextId)
  const detailsId = useId()
  // At the top, where they stay when the instructions are edited.
  const className = cx('border-line align-top', !open && !props.isLast && 'border-b')
  return (
    <>
      <tr ref={row} data-folder={folder.id} className={cx('group scroll-mt-28', highlighted && 'bg-accent-soft')}>
        <ExpandOrSelectCell
          folder={folder}
          className={className}
          open={open}
          detailsId={detailsId}
          onPrepare={FolderDetails.prepare}
          onClick={toggleOpen}
        />
        <FolderNameCell
          folder={folder}
          depth={depth}
          sorted={props.sorted}
          isCompact={!hasInstructionsColumn}
          className={className}
        />
        <SettingsCells
          hasColumns={hasInstructionsColumn}
          folder={folder}
          className={className}
          readOnly={readOnly}
          editing={editing}
          openerRef={openerRef}
          onEdit={edit}
          onDone={stopEditing}
          onNext={onNext}
        />
      </tr>
      {open && (
        <DetailsRow
          id={detailsId}
          columns={(hasInstructionsColumn ? 5 : 2) + (readOnly ? 0 : 1)}
          isLast={props.isLast}
          hasSwitches={!hasInstructionsColumn}
          folder={folder}
          readOnly={readOnly}
          editing={editing}
          openerRef={openerRef}
          onEdit={edit}
          onDone={stopEditing}
          onNext={onNext}
        />
      )}
    </>
  )
})

interface SettingsCellsProps extends Omit<FolderDetailsProps, 'hasSwitches'> {
  /** False: the instructions and switches are elsewhere. */
  hasColumns: boolean
  className: string
}

/** The cells beside the name, or the editor of the instructions in their place. */
function SettingsCells(props: SettingsCellsProps) {
  const { hasColumns, folder, className, readOnly, editing, openerRef, onEdit, onDone, onNext } = props
  const switches = useFolderSwitches(folder)
  if (editing === 'row')
    return (
      // Spans the other columns: one column is too narrow to write in, or to read a preview.
      <td colSpan={4} className={cx(className, 'px-3 py-2')}>
        <InstructionsEditor folder={folder} onDone={onDone} onNext={onNext} />
      </td>
    )
  return (
    <>
      {hasColumns && (
        <>
          <InstructionsCell
            ref={openerRef('text')}
            folder={folder}
            className={className}
            onEdit={readOnly || editing !== 'nothing' ? null : () => onEdit('text')}
          />
          <SwitchCells folder={folder} className={className} readOnly={readOnly} switches={switches} />
        </>
      )}
      {!readOnly && (
        <EditButtonCell
          ref={openerRef('pencil')}
          folder={folder}
          className={className}
          disabled={editing !== 'nothing'}
          prepare={InstructionsEditor.prepare}
          onClick={() => onEdit('pencil')}
        />
      )}
    </>
  )
}

interface DetailsRowProps extends FolderDetailsProps {
  id: string
  columns: number
  isLast: boolean
}

const DetailsRow = ({ id, columns, isLast, ...details }: DetailsRowProps) => (
  <tr id={id}>
    <td colSpan={columns} className={cx('border-line px-4 pb-5 sm:pr-5 sm:pl-14', !isLast && 'border-b')}>
      <FolderDetails {...details} />
    </td>
  </tr>
)

/** Of the editor in the row with the beginning of its preview, which is to be in view. */
const editorHeightPx = 480

interface RowEditingOptions {
  hasInstructionsColumn: boolean
  readOnly: boolean
  isCreated: boolean
  setCreatedId: (id: string | null) => void
  isLinked: boolean
}

/** Where the instructions of a folder's row are edited, and whether its details are open. */
function useRowEditing({ hasInstructionsColumn, readOnly, isCreated, setCreatedId, isLinked }: RowEditingOptions) {
  const [open, setOpen] = useState(isLinked)
  const [place, setPlace] = useState<EditingPlace>('nothing')
  // A phone that is turned has no room for the editor in the row.
  const editing = place === 'row' && !hasInstructionsColumn ? 'card' : place
  const [highlighted, setHighlighted] = useState(false)
  const row = useRef<HTMLTableRowElement>(null)
  const [opener, setOpener] = useState<EditingOpener>('pencil')
  const pencil = useRef<HTMLButtonElement>(null)
  const otherOpener = useRef<HTMLButtonElement>(null)
  const edit = (from: EditingOpener): void => {
    const inRow = hasInstructionsColumn && from !== 'card'
    if (!inRow) setOpen(true)
    setPlace(inRow ? 'row' : 'card')
    setOpener(from)
  }
  if (isCreated && !highlighted) {
    setHighlighted(true)
    if (!readOnly) edit('pencil')
  }
  useEffect(() => {
    if (!isCreated) return
    // At the top: the editor and its preview are below.
    row.current?.scrollIntoView({ block: 'start' })
    // Once: the row may be mounted again.
    setCreatedId(null)
  }, [isCreated, setCreatedId])
  // Once: later the user scrolls.
  const [isScrolledTo] = useState(isLinked)
  useEffect(() => {
    if (isScrolledTo) row.current?.scrollIntoView({ block: 'start' })
  }, [isScrolledTo])
  useEffect(() => {
    const { top = 0 } = row.current?.getBoundingClientRect() ?? {}
    if (editing === 'row' && top + editorHeightPx > innerHeight) row.current?.scrollIntoView({ block: 'start' })
  }, [editing])
  const stopEditing = (): void => {
    // Rendered synchronously: the opener can get the focus only once it exists and is enabled again.
    flushSync(() => {
      setPlace('nothing')
      setHighlighted(false)
    })
    // The text is not shown on a phone that was turned.
    ;(otherOpener.current ?? pencil.current)?.focus()
  }
  return {
    row,
    open: open || (place === 'row' && editing === 'card'),
    toggleOpen: () => setOpen(!open),
    editing,
    openerRef: (each: EditingOpener) => (each === 'pencil' ? pencil : each === opener ? otherOpener : null),
    edit,
    stopEditing,
    /** The folder was just created. */
    highlighted,
  }
}
