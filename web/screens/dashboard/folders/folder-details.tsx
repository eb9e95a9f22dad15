import { useQuery } from '@tanstack/react-query'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderActionsQuery } from '../../../api/folder-actions.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { FolderActions } from '../actions/folder-actions.tsx'
import { FolderConditions } from './folder-conditions.tsx'
import { FolderInstructionsCard } from './folder-instructions-card.tsx'
import { FolderLearnedSenders } from './folder-learned-senders.tsx'
import { FolderSwitchFields } from './folder-switch-fields.tsx'

const FolderUndo = onDemand(async () => (await import('./folder-undo.tsx')).FolderUndo, { failed: 'quiet' })

/** Where the instructions of a folder are being edited; one place at a time. */
export type EditingPlace = 'nothing' | 'row' | 'card'

export interface FolderDetailsProps {
  folder: EmailFolder
  readOnly: boolean
  /** The table has no columns for the switches. */
  hasSwitches: boolean
  editing: EditingPlace
  onEdit: () => void
  onDone: () => void
}

export function FolderDetails({ folder, readOnly, hasSwitches, editing, onEdit, onDone }: FolderDetailsProps) {
  const { isPending } = useQuery(folderActionsQuery(folder.id))
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      <div className="grid gap-4">
        {hasSwitches && <FolderSwitchFields folder={folder} readOnly={readOnly} hasAll />}
        <FolderInstructionsCard
          folder={folder}
          state={editing === 'card' ? 'editing' : readOnly || editing === 'row' ? 'locked' : 'editable'}
          onEdit={onEdit}
          onDone={onDone}
        />
        <FolderConditions folder={folder} readOnly={readOnly} />
        {!hasSwitches && <FolderSwitchFields folder={folder} readOnly={readOnly} hasAll={false} />}
        {!readOnly && folder.instructions_changed_at !== null && (
          <FolderUndo folder={folder} changedAt={folder.instructions_changed_at} />
        )}
      </div>
      <div className="grid gap-4">
        <FolderActions folder={folder} readOnly={readOnly} />
        {/* Shown together with the actions above it, which would push it down. */}
        <div className={isPending ? 'invisible' : undefined}>
          <FolderLearnedSenders folder={folder} readOnly={readOnly} />
        </div>
      </div>
    </div>
  )
}
