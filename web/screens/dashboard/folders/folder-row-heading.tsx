import { ChevronRight, CornerDownRight } from 'lucide-react'
import { overviewDays } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { parentPath } from '../../../lib/folder-path.ts'
import { formatNumber } from '../../../lib/format.ts'
import { richCount } from '../../../texts/rich.ts'
import { t, text, tn } from '../../../texts/translate.ts'
import { ArrivingCount } from '../../../ui/arriving-count.tsx'
import { badgeClasses } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { DraftHint, Explained } from './folder-row-cells.tsx'
import { useSelectionOf } from './folder-selection.ts'
import { controlOf } from './use-roving-focus.ts'

/** Deeper folders are not indented further, so that their names have space. */
const maxIndentDepth = 5

interface ExpandOrSelectCellProps {
  folder: EmailFolder
  className: string
  open: boolean
  detailsId: string
  /** Loads the details beforehand. */
  onPrepare: () => void
  onClick: () => void
}

/** The button that shows the details, or in selection mode a checkbox. */
export function ExpandOrSelectCell({
  folder,
  className,
  open,
  detailsId,
  onPrepare,
  onClick,
}: ExpandOrSelectCellProps) {
  const selection = useSelectionOf(folder.id)
  const name = folderName(folder)
  return (
    <td className={cx(className, 'pl-2 sm:pl-4', selection ? 'pt-4 max-md:pt-2.5' : 'pt-2 max-md:pt-0.5')}>
      {selection ? (
        <Checkbox
          control={controlOf('expand')}
          label={t('Select {folder}', { folder: name })}
          checked={selection.isSelected}
          onChange={selection.select}
        />
      ) : (
        <IconButton
          {...controlOf('expand')}
          label={open ? t('Hide details of {name}', { name }) : t('Show details of {name}', { name })}
          aria-expanded={open}
          aria-controls={open ? detailsId : undefined}
          icon={<ChevronRight aria-hidden="true" className={cx('transition-transform', open && 'rotate-90')} />}
          onPointerEnter={onPrepare}
          onFocus={onPrepare}
          onClick={onClick}
        />
      )}
    </td>
  )
}

interface FolderNameCellProps {
  folder: EmailFolder
  /** Null: folders are not shown as a tree. */
  depth: number | null
  /** Emails sorted into it in the last days; undefined: not known. */
  sorted: number | undefined
  /** On a phone the instructions and the exceptions are below the name. */
  isCompact: boolean
  className: string
}

export function FolderNameCell({ folder, depth, sorted, isCompact, className }: FolderNameCellProps) {
  const path = parentPath(folder)
  const indentRem = isCompact ? 0.5 : 1.25
  return (
    <th
      scope="row"
      className={cx(className, 'pr-2 text-left font-medium', isCompact ? 'py-2.5' : 'py-4')}
      style={depth ? { paddingInlineStart: `${Math.min(depth, maxIndentDepth) * indentRem}rem` } : undefined}
    >
      {depth !== null && depth > 0 && (
        <CornerDownRight aria-hidden="true" className="mr-1.5 inline size-3.5 -translate-y-0.5 text-muted" />
      )}
      <bdi className="wrap-anywhere">{folder.folder_name}</bdi>
      {folder.is_custom && <CustomBadge />}
      {sorted !== undefined && <SortedCount sorted={sorted} />}
      {path && (
        // The indentation shows the path visually.
        <span className={depth ? 'sr-only' : 'block truncate text-xs font-normal text-muted'}>
          {' '}
          {t('in {path}', { path })}
        </span>
      )}
      {folder.resembles && !folder.include_in_ai && (
        <span className="block text-xs font-normal text-pretty text-muted">{t(resembledTexts[folder.resembles])}</span>
      )}
      {isCompact && <CompactSettings folder={folder} />}
    </th>
  )
}

const resembledTexts = {
  drafts: text('Left out of sorting, because its name is one for drafts. “Include in AI” changes that.'),
  sent: text('Left out of sorting, because its name is one for sent email. “Include in AI” changes that.'),
  deleted: text('Left out of sorting, because its name is one for deleted email. “Include in AI” changes that.'),
  junk: text('Left out of sorting, because its name is one for junk email. “Include in AI” changes that.'),
}

/** Rendered for 0, too, so that the first email slides in. */
function SortedCount({ sorted }: { sorted: number }) {
  const title = tn(sorted, '{count} email in {days} days', '{count} emails in {days} days', { days: overviewDays })
  return (
    <span title={title} className={cx('ml-2 text-xs font-normal text-muted tabular-nums', sorted === 0 && 'hidden')}>
      {richCount(sorted, '{count}<rest> email in {days} days</rest>', '{count}<rest> emails in {days} days</rest>', {
        count: (
          <ArrivingCount value={sorted} from="right">
            {formatNumber(sorted)}
          </ArrivingCount>
        ),
        days: overviewDays,
        rest: (content) => <span className="sr-only">{content}</span>,
      })}
    </span>
  )
}

function CompactSettings({ folder: { id, instructions, active, include_in_ai } }: { folder: EmailFolder }) {
  const exceptions = [!active && t('Not active'), !include_in_ai && t('Not in AI')].filter((text) => text !== false)
  return (
    <>
      <span dir="auto" className="mt-0.5 line-clamp-2 text-left text-xs font-normal wrap-anywhere text-muted">
        {instructions || t('No instructions')}
      </span>
      <DraftHint folderId={id} />
      {exceptions.length > 0 && <span className="block text-xs font-normal text-warn">{exceptions.join(' · ')}</span>}
    </>
  )
}

const CustomBadge = () => (
  <Explained
    text={t('This folder exists only in our system and not in your mailbox')}
    className={`ml-2 ${badgeClasses('neutral')}`}
  >
    {t('Custom')}
  </Explained>
)
