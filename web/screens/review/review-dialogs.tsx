import type { EmailFolder } from '../../../contract/tables.ts'
import type { MailPlace } from '../../api/correct-sorting.ts'
import { ChooseFolderDialog } from '../../features/mail/choose-folder-dialog.tsx'
import { CreateFolderDialog } from '../../features/mail/create-folder-dialog.tsx'
import { kindTexts } from '../../features/mail/kind-texts.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import { rowTitle } from './review-row-texts.ts'
import type { ReviewRow } from './review-rows.ts'

interface ChooseFolderProps {
  row: ReviewRow
  onClose: () => void
  onChoose: (to: MailPlace) => void
}

export const ChooseFolderForReview = ({ row, onClose, onChoose }: ChooseFolderProps) => (
  <ChooseFolderDialog
    mailboxId={row.group.mailboxId}
    title={t('Move to…')}
    description={t('For {group}. Similar emails will follow.', { group: rowTitle(row) })}
    currentFolderId={null}
    chooseLabel={t('Move')}
    onClose={onClose}
    onChoose={({ id, name }) => {
      onClose()
      onChoose({ id, name })
    }}
  />
)

interface NewFolderProps {
  row: ReviewRow
  onClose: () => void
  /** The folder is there; the caller moves the emails. */
  onCreated: (folder: EmailFolder) => void
}

/** Creates a folder for the emails, with an instruction about their kind or sender. */
export function NewFolderForReview({ row, onClose, onCreated }: NewFolderProps) {
  const { emails, group } = row
  const isGroup = emails.length > 1
  const [first] = emails
  const kind = isGroup ? group.kind : null
  const addresses = new Set(emails.map(({ address }) => address))
  const address = addresses.size === 1 ? first?.address : null
  const ofSender = address ? t('Everything from {address}', { address }) : ''
  return (
    <CreateFolderDialog
      mailboxId={group.mailboxId}
      description={
        isGroup
          ? t('The folder is created in your mailbox, and this goes there: {group}', { group: rowTitle(row) })
          : t('The folder is created in your mailbox, and “{subject}” goes there.', {
              subject: subjectText(first?.subject ?? null),
            })
      }
      name={kind === null ? '' : t(kindTexts[kind].folder)}
      instructions={kind === null ? ofSender : t(kindTexts[kind].sentence)}
      onClose={onClose}
      onCreated={onCreated}
    />
  )
}
