import type { EmailFolder } from '../../contract/tables.ts'
import type { HistoryEntry } from '../api/processing-logs.ts'
import { subjectText } from '../lib/message-texts.ts'
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
    description={`The folder is created in your mailbox, and “${subjectText(entry.subject)}” goes there.`}
    instructions={entry.from_address ? `Everything from ${entry.from_address}` : ''}
    onClose={onClose}
    onCreated={onCreated}
  />
)
