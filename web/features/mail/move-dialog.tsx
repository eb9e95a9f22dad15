import { type HistoryEntry, useCorrectSorting } from '../../api/processing-logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'
import { ChooseFolderDialog, type MoveDestination } from './choose-folder-dialog.tsx'

interface MoveDialogProps {
  entry: HistoryEntry
  onClose: () => void
  onMoved: (waiting: boolean, destination: Pick<MoveDestination, 'id' | 'name'>) => void
}

export function MoveDialog({ entry, onClose, onMoved }: MoveDialogProps) {
  const { mutate, isPending, error } = useCorrectSorting(entry.id)
  const subject = safeText(entry.subject ?? '') || t('No subject')
  return (
    <ChooseFolderDialog
      mailboxId={entry.mailbox_id}
      title={t('Move to…')}
      description={t('“{subject}” goes there, and so will email like it.', { subject })}
      currentFolderId={entry.target_folder_id}
      chooseLabel={t('Move')}
      busyLabel={t('Moving...')}
      busy={isPending}
      error={error}
      onClose={onClose}
      onChoose={(destination) =>
        mutate(
          { action: 'move', folderId: destination.id },
          {
            onSuccess: ({ waiting }) => {
              onMoved(waiting, destination)
              onClose()
            },
          },
        )
      }
    />
  )
}
