import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { undoEstimateQuery } from '../../../api/undo-sorting.ts'
import { UndoMany } from '../../../features/undo/undo-many.tsx'
import { folderName } from '../../../lib/folder-name.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { t, tn } from '../../../texts/translate.ts'

/** Undoes all sorting into this folder since its instructions were changed; renders nothing if there is none. */
export function FolderUndo({ folder, changedAt }: { folder: EmailFolder; changedAt: string }) {
  const what = { kind: 'folder', folderId: folder.id } as const
  const { data } = useQuery(undoEstimateQuery(folder.mailbox_id, what))
  // Stays mounted after the undo: the dialog shows the result.
  const [isShown, setIsShown] = useState(false)
  if (data && data.mails > 0 && !isShown) setIsShown(true)
  if (!data || !isShown) return null
  const name = folderName(folder)
  const date = formatDateTime(changedAt)
  return (
    <section
      aria-label={t('Recently sorted into {name}', { name })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <p className="text-pretty text-muted">{t('Instructions changed {date}', { date })}</p>
      <div className="mt-3">
        <UndoMany
          mailboxId={folder.mailbox_id}
          what={what}
          title={t('Undo Sorting into {name}', { name })}
          about={t('Emails that were sorted into “{name}” since its instructions changed {date}', { name, date })}
        >
          {tn(
            data.mails,
            'Undo {count} email sorted by the new instructions',
            'Undo {count} emails sorted by the new instructions',
          )}
        </UndoMany>
      </div>
    </section>
  )
}
