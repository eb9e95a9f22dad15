import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { undoEstimateQuery } from '../../../api/undo-sorting.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import { UndoMany } from '../../../shell/undo-many.tsx'

/** Undoes all sorting into this folder since its instructions were changed; renders nothing if there is none. */
export function FolderUndo({ folder, changedAt }: { folder: EmailFolder; changedAt: string }) {
  const what = { kind: 'folder', folderId: folder.id } as const
  const { data } = useQuery(undoEstimateQuery(folder.mailbox_id, what))
  // Stays mounted after the undo: the dialog shows the result.
  const [isShown, setIsShown] = useState(false)
  if (data && data.mails > 0 && !isShown) setIsShown(true)
  if (!data || !isShown) return null
  const name = folderName(folder)
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
