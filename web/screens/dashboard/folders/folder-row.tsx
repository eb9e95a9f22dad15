import { memo, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { EditingPlace, FolderDetailsProps } from './folder-details.tsx'
import { EditButtonCell, InstructionsCell, SwitchCells, useFolderSwitches } from './folder-row-cells.tsx'
import { ExpandButton, FolderNameCell, SelectCheckbox } from './folder-row-heading.tsx'
import { InlineInstructionsEditor } from './inline-instructions-editor.tsx'

const FolderDetails = onDemand(async () => (await import('./folder-details.tsx')).FolderDetails, {
  waiting: () => <Skeleton className="h-24" />,
})

interface FolderRowProps {
  folder: EmailFolder
  /** Number of folders above it; null: folders are not shown as a tree. */
  depth: number | null
  /** False: the column is hidden, and the instructions are edited in the card below the row. */
  hasInstructionsColumn: boolean
  readOnly: boolean
  /** The user has just created the folder: the row is shown, and its instructions are edited. */
  isCreated: boolean
  setCreatedId: (id: string | null) => void
  /** Null: the table is not in selection mode. */
  selected: boolean | null
  onSelect: (id: string, selected: boolean) => void
}

/** Memoized: a table can have hundreds of rows. */
export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, depth, hasInstructionsColumn, readOnly, isCreated, setCreatedId, selected, onSelect } = props
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<EditingPlace>('nothing')
  const switches = useFolderSwitches(folder)
  const editButton = useRef<HTMLButtonElement>(null)
  const detailsId = useId()
  const edit = (): void => {
    if (!hasInstructionsColumn) setOpen(true)
    setEditing(hasInstructionsColumn ? 'row' : 'card')
  }
  const row = useRef<HTMLTableRowElement>(null)
  const [highlighted, setHighlighted] = useState(false)
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
  const cellClasses = cx(
    'border-line',
    editing === 'row' ? 'align-top' : 'align-middle',
    open ? 'border-b-0' : 'border-b',
  )

  return (
    <>
      <tr ref={row} className={cx('group scroll-mt-28', highlighted && 'bg-accent-soft')}>
        <td className={cx(cellClasses, 'py-2 pl-2 sm:pl-4')}>
          {selected === null ? (
            <ExpandButton
              folder={folder}
              open={open}
              detailsId={detailsId}
              onPrepare={FolderDetails.prepare}
              onClick={() => setOpen(!open)}
            />
          ) : (
            <SelectCheckbox folder={folder} selected={selected} onSelect={onSelect} />
          )}
        </td>
        <FolderNameCell
          folder={folder}
          depth={depth}
          className={cellClasses}
          indentRem={hasInstructionsColumn ? 1.25 : 0.5}
        />
        {editing === 'row' ? (
          // Spans the other columns: one column is too narrow to write in, or to read a preview.
          <td colSpan={4} className={cx(cellClasses, 'px-3 py-2')}>
            <InlineInstructionsEditor folder={folder} onDone={stopEditing} />
          </td>
        ) : (
          <>
            <InstructionsCell folder={folder} className={cellClasses} />
            <SwitchCells folder={folder} className={cellClasses} readOnly={readOnly} switches={switches} />
            {!readOnly && (
              <EditButtonCell
                ref={editButton}
                folder={folder}
                className={cellClasses}
                disabled={editing !== 'nothing'}
                onClick={edit}
              />
            )}
          </>
        )}
      </tr>
      {open && (
        <DetailsRow
          id={detailsId}
          columns={4 + (hasInstructionsColumn ? 1 : 0) + (readOnly ? 0 : 1)}
          folder={folder}
          readOnly={readOnly}
          editing={editing}
          onEdit={() => setEditing('card')}
          onDone={stopEditing}
        />
      )}
    </>
  )
})

interface DetailsRowProps extends FolderDetailsProps {
  id: string
  columns: number
}

const DetailsRow = ({ id, columns, ...details }: DetailsRowProps) => (
  <tr id={id}>
    <td colSpan={columns} className="border-b border-line px-4 pb-5 sm:pr-5 sm:pl-14">
      <FolderDetails {...details} />
    </td>
  </tr>
)
