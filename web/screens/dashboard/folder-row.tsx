import { ChevronRight, Pencil } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EmailFolder, EmailFolderChange } from '../../../contract/tables.ts'
import { useChangeFolder } from '../../api/folders.ts'
import { pathOf } from '../../lib/folder-path.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { toastError } from '../../lib/toast.ts'
import { badgeLook } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/switch.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { FolderDetails, type Editing } from './folder-details.tsx'
import { InstructionsInRow } from './instructions-in-row.tsx'

export function FolderRow({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<Editing>('nothing')
  // Where the Instructions column is hidden, they are edited in the card below the row.
  const hasColumn = useMediaQuery('(min-width: 48rem)')
  const change = useChangeFolder(folder)
  const editButton = useRef<HTMLButtonElement>(null)
  const detailsId = useId()
  const name = folder.display_name || folder.folder_name
  const path = pathOf(folder)

  const toggle = (next: EmailFolderChange): void =>
    change.mutate(next, {
      onError: () => toastError('Update Failed', 'Failed to update folder settings. Please try again.'),
    })
  const pending = change.isPending ? change.variables : {}
  const edit = (): void => {
    if (!hasColumn) setOpen(true)
    setEditing(hasColumn ? 'row' : 'card')
  }
  const stopEditing = (): void => {
    // The button can only take the focus once it is enabled again.
    flushSync(() => setEditing('nothing'))
    editButton.current?.focus()
  }
  const cell = cx('border-line align-middle', open ? 'border-b-0' : 'border-b')

  return (
    <>
      <tr className="group">
        <td className={cx(cell, 'py-2 pl-2 sm:pl-4')}>
          <IconButton
            label={open ? `Hide details of ${name}` : `Show details of ${name}`}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            icon={<ChevronRight aria-hidden="true" className={cx('transition-transform', open && 'rotate-90')} />}
            onClick={() => setOpen(!open)}
          />
        </td>
        <th scope="row" className={cx(cell, 'py-2.5 pr-2 text-left font-medium')}>
          <bdi className="wrap-anywhere">{folder.folder_name}</bdi>
          {folder.is_custom && (
            <Tooltip
              text="This folder exists only in our system and not in your mailbox"
              className={`ml-2 ${badgeLook('neutral')}`}
            >
              Custom
            </Tooltip>
          )}
          {path && <span className="block truncate text-xs font-normal text-muted">in {path}</span>}
        </th>
        <td className={cx(cell, 'px-3 py-2 max-md:hidden')}>
          {editing === 'row' ? (
            <InstructionsInRow folder={folder} onDone={stopEditing} />
          ) : (
            <p
              dir="auto"
              className={cx('line-clamp-2 text-left wrap-anywhere', folder.instructions ? 'text-ink' : 'text-muted')}
              title={folder.instructions || undefined}
            >
              {folder.instructions || 'No instructions'}
            </p>
          )}
        </td>
        <td className={cx(cell, 'px-2 py-2')}>
          <Switch
            label={`Active: ${name}`}
            checked={pending.active ?? folder.active}
            busy={change.isPending}
            disabled={readOnly}
            onChange={(active) => toggle({ active })}
          />
        </td>
        <td className={cx(cell, 'px-2 py-2')}>
          <Switch
            label={`Include in AI: ${name}`}
            checked={pending.include_in_ai ?? folder.include_in_ai}
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
}
