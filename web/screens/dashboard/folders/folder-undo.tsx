import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { undoEstimateQuery } from '../../../api/undo-sorting.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import { UndoMany } from '../../../shell/undo-many.tsx'

/** Where other instructions have brought mail into this folder: all of it goes back with one press. Nothing where there is none. */
export function FolderUndo({ folder, changedAt }: { folder: EmailFolder; changedAt: string }) {
  const what = { kind: 'folder', folderId: folder.id } as const
  const { data } = useQuery(undoEstimateQuery(folder.mailbox_id, what))
  // Once it is there it stays: what came of it is shown in its dialog.
  const [isThere, setIsThere] = useState(false)
  if (data && data.mails > 0 && !isThere) setIsThere(true)
  if (!data || !isThere) return null
  const name = folder.display_name || folder.folder_name
  return (
    <section aria-label={`Sorted into ${name} lately`} className="rounded-lg border border-line bg-canvas p-4">
      <p className="text-pretty text-muted">Its instructions were changed {formatDateTime(changedAt)}.</p>
      <div className="mt-3">
        <UndoMany
          mailboxId={folder.mailbox_id}
          what={what}
          title={`Undo Sorting into ${name}`}
          about={`Emails that were sorted into “${name}” since its instructions changed ${formatDateTime(changedAt)}`}
        >
          Undo since instructions changed ({formatNumber(data.mails)})
        </UndoMany>
      </div>
    </section>
  )
}
