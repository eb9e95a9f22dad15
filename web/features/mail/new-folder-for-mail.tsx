import type { EmailFolder } from '../../../contract/tables.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import { CreateFolderDialog } from './create-folder-dialog.tsx'

interface NewFolderForMailProps {
  entry: HistoryEntry
  onClose: () => void
  /** The folder is there; the caller moves the email. */
  onCreated: (folder: EmailFolder) => void
}

/** Creates a folder for one email. Suggests an instruction about its sender. */
export const NewFolderForMail = ({ entry, onClose, onCreated }: NewFolderForMailProps) => (
  <CreateFolderDialog
    mailboxId={entry.mailbox_id}
    description={t('The folder is created in your mailbox, and “{subject}” goes there.', {
      subject: subjectText(entry.subject),
    })}
    instructions={entry.from_address ? t('Everything from {address}', { address: entry.from_address }) : ''}
    onClose={onClose}
    onCreated={onCreated}
  />
)
