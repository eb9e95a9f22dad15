import type { HistoryEntry } from '../../api/processing-logs.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import { ChooseFolderDialog, type MoveDestination } from './choose-folder-dialog.tsx'

interface MoveDialogProps {
  entry: HistoryEntry
  onClose: () => void
  /** Called before `onClose`; the caller moves the email. */
  onMove: (destination: Pick<MoveDestination, 'id' | 'name'>) => void
}

export const MoveDialog = ({ entry, onClose, onMove }: MoveDialogProps) => (
  <ChooseFolderDialog
    mailboxId={entry.mailbox_id}
    title={t('Move to…')}
    description={t('Moves “{subject}”. Similar emails will follow.', { subject: subjectText(entry.subject) })}
    currentFolderId={entry.target_folder_id}
    chooseLabel={t('Move')}
    onClose={onClose}
    onChoose={(destination) => {
      onMove(destination)
      onClose()
    }}
  />
)
