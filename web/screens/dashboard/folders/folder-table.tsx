import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { t } from '../../../texts/translate.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { columnTexts, Explained } from './folder-row-cells.tsx'
import { FolderRow } from './folder-row.tsx'
import { type FolderNode, nextToWrite } from './folder-tree.ts'
import { useRovingFocus } from './use-roving-focus.ts'

interface FolderTableProps {
  nodes: readonly FolderNode[]
  /** Emails sorted into each folder in the last days; undefined: not known. */
  activity: ReadonlyMap<string, number> | undefined
  /** Switches are disabled; Edit and Actions are hidden. */
  readOnly: boolean
  createdId: string | null
  /** The details of this folder are open at first. */
  linkedId: string | null
  setCreatedId: (id: string | null) => void
  /** Null: not in selection mode. */
  selectedCount: number | null
  onSelectAll: (selected: boolean) => void
}

// Sticky: the columns of switches are indistinguishable without their headings.
const headClasses =
  'sticky top-16 z-10 border-y border-line bg-sunken py-2 text-left text-xs font-medium text-muted short:static'

export function FolderTable({
  nodes,
  activity,
  readOnly,
  createdId,
  linkedId,
  setCreatedId,
  selectedCount,
  onSelectAll,
}: FolderTableProps) {
  const hasColumn = useMediaQuery('(min-width: 48rem)')
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{t('Folders of this mailbox. The arrow keys move between them.')}</caption>
      <TableHead
        readOnly={readOnly}
        selectedCount={selectedCount}
        folderCount={nodes.length}
        onSelectAll={onSelectAll}
      />
      <tbody ref={useRovingFocus()}>
        {nodes.map(({ folder, depth }, index) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            depth={depth}
            sorted={activity && (activity.get(folder.id) ?? 0)}
            hasInstructionsColumn={hasColumn}
            readOnly={readOnly}
            isCreated={folder.id === createdId}
            nextId={nextToWrite(nodes, index)}
            setCreatedId={setCreatedId}
            isLinked={folder.id === linkedId}
            isLast={index === nodes.length - 1}
          />
        ))}
      </tbody>
    </table>
  )
}

interface TableHeadProps extends Pick<FolderTableProps, 'readOnly' | 'selectedCount' | 'onSelectAll'> {
  folderCount: number
}

function TableHead({ readOnly, selectedCount, folderCount, onSelectAll }: TableHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${headClasses} w-11 pl-2 sm:w-14 sm:pl-4`}>
          {selectedCount !== null ? (
            <Checkbox
              label={t('Select all folders that are shown')}
              checked={selectedCount === folderCount ? true : selectedCount > 0 ? 'some' : false}
              onChange={onSelectAll}
            />
          ) : (
            <span className="sr-only">{t('Details')}</span>
          )}
        </th>
        <th scope="col" className={`${headClasses} pr-2 md:w-[27%] lg:w-[24%]`}>
          {t('Folder Name')}
        </th>
        <th scope="col" className={`${headClasses} px-3 max-md:hidden`}>
          {t('Instructions')}
        </th>
        <th scope="col" className={`${headClasses} w-18 px-2 max-md:hidden`}>
          <ExplainedHeading {...columnTexts.active} />
        </th>
        <th scope="col" className={`${headClasses} w-26 px-2 max-md:hidden`}>
          <ExplainedHeading {...columnTexts.includeInAi} />
        </th>
        {!readOnly && (
          <th scope="col" className={`${headClasses} w-18 px-2 sm:w-22 sm:pr-5`}>
            {t('Actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

const ExplainedHeading = ({ title, text }: { title: string; text: string }) => (
  <Explained text={t(text)} className="rounded-sm underline decoration-dotted underline-offset-4">
    {t(title)}
  </Explained>
)
