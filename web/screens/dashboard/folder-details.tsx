import type { EmailFolder } from '../../../contract/tables.ts'
import { FolderActions } from './folder-actions.tsx'
import { InstructionsCard } from './instructions-card.tsx'

interface FolderDetailsProps {
  folder: EmailFolder
  readOnly: boolean
  editing: boolean
  onEdit: () => void
  onDone: () => void
}

export function FolderDetails({ folder, ...editing }: FolderDetailsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <InstructionsCard folder={folder} {...editing} />
      <FolderActions folderId={folder.id} />
    </div>
  )
}
