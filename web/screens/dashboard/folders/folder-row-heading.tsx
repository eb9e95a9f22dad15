import { ChevronRight, CornerDownRight } from 'lucide-react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { parentPath } from '../../../lib/folder-path.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { badgeClasses } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'

// The badge shows immediately; its tooltip works once it is loaded.
const CustomBadge = onDemand(async () => (await import('./folder-custom-badge.tsx')).CustomBadge, {
  waiting: () => <span className={`ml-2 ${badgeClasses('neutral')}`}>Custom</span>,
  failed: 'quiet',
})

/** Deeper folders are not indented further, so that their names have space. */
const maxIndentDepth = 5

interface ExpandButtonProps {
  folder: EmailFolder
  open: boolean
  detailsId: string
  /** Loads the details beforehand. */
  onPrepare: () => void
  onClick: () => void
}

export function ExpandButton({ folder, open, detailsId, onPrepare, onClick }: ExpandButtonProps) {
  const name = folderName(folder)
  return (
    <IconButton
      label={open ? `Hide details of ${name}` : `Show details of ${name}`}
      aria-expanded={open}
      aria-controls={open ? detailsId : undefined}
      icon={<ChevronRight aria-hidden="true" className={cx('transition-transform', open && 'rotate-90')} />}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
      onClick={onClick}
    />
  )
}

interface SelectCheckboxProps {
  folder: EmailFolder
  selected: boolean
  onSelect: (id: string, selected: boolean) => void
}

export const SelectCheckbox = ({ folder, selected, onSelect }: SelectCheckboxProps) => (
  <Checkbox label={`Select ${folderName(folder)}`} checked={selected} onChange={(next) => onSelect(folder.id, next)} />
)

interface FolderNameCellProps {
  folder: EmailFolder
  /** Null: folders are not shown as a tree. */
  depth: number | null
  /** Per level. */
  indentRem: number
  className: string
}

export function FolderNameCell({ folder, depth, indentRem, className }: FolderNameCellProps) {
  const path = parentPath(folder)
  return (
    <th
      scope="row"
      className={cx(className, 'py-2.5 pr-2 text-left font-medium')}
      style={depth ? { paddingInlineStart: `${Math.min(depth, maxIndentDepth) * indentRem}rem` } : undefined}
    >
      {depth !== null && depth > 0 && (
        <CornerDownRight aria-hidden="true" className="mr-1.5 inline size-3.5 -translate-y-0.5 text-muted" />
      )}
      <bdi className="wrap-anywhere">{folder.folder_name}</bdi>
      {folder.is_custom && <CustomBadge />}
      {path && (
        // The indentation shows the path visually.
        <span className={depth ? 'sr-only' : 'block truncate text-xs font-normal text-muted'}> in {path}</span>
      )}
    </th>
  )
}
