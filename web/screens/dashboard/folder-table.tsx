import type { EmailFolder } from '../../../contract/tables.ts'
import { FolderRow } from './folder-row.tsx'

interface FolderTableProps {
  folders: readonly EmailFolder[]
  /** Toggles are disabled, Edit and Actions are hidden. */
  readOnly: boolean
}

// It stays in sight: two columns of switches say nothing without their names.
const head = 'sticky top-16 z-10 border-y border-line bg-sunken py-2 text-left text-xs font-medium text-muted'

export function FolderTable({ folders, readOnly }: FolderTableProps) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <caption className="sr-only">Folders of this mailbox</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} w-11 sm:w-14`}>
            <span className="sr-only">Details</span>
          </th>
          <th scope="col" className={`${head} pr-2 md:w-[27%]`}>
            Folder Name
          </th>
          <th scope="col" className={`${head} px-3 max-md:hidden`}>
            Instructions
          </th>
          <th scope="col" className={`${head} w-16 px-2`}>
            Active
          </th>
          <th scope="col" className={`${head} w-16 px-2 sm:w-26`}>
            Include in AI
          </th>
          {!readOnly && (
            <th scope="col" className={`${head} w-16 px-2 sm:w-20 sm:pr-5`}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {folders.map((folder) => (
          <FolderRow key={folder.id} folder={folder} readOnly={readOnly} />
        ))}
      </tbody>
    </table>
  )
}
