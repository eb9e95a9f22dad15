import { ChevronRight, CornerDownRight, Pencil } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EmailFolder, EmailFolderChange } from '../../../../contract/tables.ts'
import { useChangeFolder } from '../../../api/folders.ts'
import { pathOf } from '../../../lib/folder-path.ts'
import { toastError } from '../../../lib/toast.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { badgeLook } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Editing } from './folder-details.tsx'
import { InstructionsInRow } from './instructions-in-row.tsx'

const FolderDetails = onDemand(async () => (await import('./folder-details.tsx')).FolderDetails, {
  waiting: () => <Skeleton className="h-24" />,
})
// The word is there at once; its explanation comes with it a moment later.
const CustomBadge = onDemand(async () => (await import('./folder-custom-badge.tsx')).CustomBadge, {
  waiting: () => <span className={`ml-2 ${badgeLook('neutral')}`}>Custom</span>,
  failed: 'quiet',
})

export interface FolderRowProps {
  folder: EmailFolder
  /** Below how many folders it lies; null where folders are not shown as a tree. */
  depth: number | null
  /** Where the Instructions column is hidden, they are edited in the card below the row. */
  hasColumn: boolean
  readOnly: boolean
  /** Null: nothing is being selected. */
  selected: boolean | null
  onSelect: (id: string, selected: boolean) => void
}

/** Deeper ones are not pushed further, so that their names have room. */
const deepest = 5

/** Kept as it is while nothing of it changes: there may be hundreds. */
export const FolderRow = memo(function FolderRow({
  folder,
  depth,
  hasColumn,
  readOnly,
  selected,
  onSelect,
}: FolderRowProps) {
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<Editing>('nothing')
  const change = useChangeFolder(folder)
  const editButton = useRef<HTMLButtonElement>(null)
  const detailsId = useId()
  const name = folder.display_name || folder.folder_name
  const path = pathOf(folder)

  const toggle = (next: EmailFolderChange): void =>
    change.mutate(next, {
      onError: () => toastError('Update Failed', 'Failed to update folder settings. Please try again.'),
    })
  const edit = (): void => {
    if (!hasColumn) setOpen(true)
    setEditing(hasColumn ? 'row' : 'card')
  }
  const stopEditing = (): void => {
    // The button can only take the focus once it is there, and enabled, again.
    flushSync(() => setEditing('nothing'))
    editButton.current?.focus()
  }
  const cell = cx('border-line align-middle', open ? 'border-b-0' : 'border-b')

  return (
    <>
      <tr className="group">
        <td className={cx(cell, 'py-2 pl-2 sm:pl-4')}>
          {selected === null ? (
            <IconButton
              label={open ? `Hide details of ${name}` : `Show details of ${name}`}
              aria-expanded={open}
              aria-controls={open ? detailsId : undefined}
              icon={<ChevronRight aria-hidden="true" className={cx('transition-transform', open && 'rotate-90')} />}
              onPointerEnter={FolderDetails.prepare}
              onFocus={FolderDetails.prepare}
              onClick={() => setOpen(!open)}
            />
          ) : (
            <Checkbox label={`Select ${name}`} checked={selected} onChange={(next) => onSelect(folder.id, next)} />
          )}
        </td>
        <th
          scope="row"
          className={cx(cell, 'py-2.5 pr-2 text-left font-medium')}
          style={
            depth ? { paddingInlineStart: `${Math.min(depth, deepest) * (hasColumn ? 1.25 : 0.5)}rem` } : undefined
          }
        >
          {depth !== null && depth > 0 && (
            <CornerDownRight aria-hidden="true" className="mr-1.5 inline size-3.5 -translate-y-0.5 text-muted" />
          )}
          <bdi className="wrap-anywhere">{folder.folder_name}</bdi>
          {folder.is_custom && <CustomBadge />}
          {path && (
            // The tree shows it to those who see it.
            <span className={depth ? 'sr-only' : 'block truncate text-xs font-normal text-muted'}> in {path}</span>
          )}
        </th>
        {editing === 'row' ? (
          // Over what stands beside it, too: a narrow column is no place to write in, nor to read a preview.
          <td colSpan={4} className={cx(cell, 'px-3 py-2')}>
            <InstructionsInRow folder={folder} onDone={stopEditing} />
          </td>
        ) : (
          <>
            <td className={cx(cell, 'px-3 py-2 max-md:hidden')}>
              <p
                dir="auto"
                className={cx('line-clamp-2 text-left wrap-anywhere', folder.instructions ? 'text-ink' : 'text-muted')}
                title={folder.instructions || undefined}
              >
                {folder.instructions || 'No instructions'}
              </p>
            </td>
            <td className={cx(cell, 'px-2 py-2')}>
              <Switch
                label={`Active: ${name}`}
                checked={folder.active}
                busy={change.isPending}
                disabled={readOnly}
                onChange={(active) => toggle({ active })}
              />
            </td>
            <td className={cx(cell, 'px-2 py-2')}>
              <Switch
                label={`Include in AI: ${name}`}
                checked={folder.include_in_ai}
                busy={change.isPending}
                disabled={readOnly}
                onChange={(include_in_ai) => toggle({ include_in_ai })}
              />
            </td>
            {!readOnly && (
              <td className={cx(cell, 'px-2 py-2')}>
                <IconButton
                  ref={editButton}
                  label={`Edit instructions of ${name}`}
                  icon={<Pencil aria-hidden="true" />}
                  disabled={editing !== 'nothing'}
                  onClick={edit}
                />
              </td>
            )}
          </>
        )}
      </tr>
      {open && (
        <tr id={detailsId}>
          <td
            colSpan={4 + (hasColumn ? 1 : 0) + (readOnly ? 0 : 1)}
            className="border-b border-line px-4 pb-5 sm:pr-5 sm:pl-14"
          >
            <FolderDetails
              folder={folder}
              readOnly={readOnly}
              editing={editing}
              onEdit={() => setEditing('card')}
              onDone={stopEditing}
            />
          </td>
        </tr>
      )}
    </>
  )
})
