import { CreateFolderDialog } from '../../../features/mail/create-folder-dialog.tsx'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { t } from '../../../texts/translate.ts'
import { SenderRules } from '../rules/sender-rules.tsx'

interface NewFolderDialogProps {
  onClose: () => void
  /** Called before `onClose`. */
  onCreated: (folderId: string) => void
}

export function NewFolderDialog({ onClose, onCreated }: NewFolderDialogProps) {
  const { active } = useMailboxes()
  return (
    <CreateFolderDialog
      mailboxId={active?.id ?? null}
      description={t('The folder is created in your mailbox. Then you see which of your emails would go there.')}
      Note={SenderRules}
      onClose={onClose}
      onCreated={({ id }) => onCreated(id)}
    />
  )
}
