import { useState } from 'react'
import { ChooseFolderDialog } from '../../features/mail/choose-folder-dialog.tsx'
import { CreateFolderDialog } from '../../features/mail/create-folder-dialog.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { groupTitle } from './group-texts.ts'
import type { Row } from './rows.ts'
import { type Target, targetOf } from './suggest-folder.ts'

interface TargetDialogsProps {
  mailboxId: string
  row: Row
  /** Begins with the new folder. */
  isNew: boolean
  onClose: () => void
  /** Null: the inbox. */
  onChoose: (target: Target | null) => void
}

/** The user chooses the folder for a group, or creates one. */
export function TargetDialogs({ mailboxId, row, isNew, onClose, onChoose }: TargetDialogsProps) {
  const [creating, setCreating] = useState(isNew)
  const { group, open, suggestion } = row
  const title = groupTitle(group, open.length)
  if (creating)
    return (
      <CreateFolderDialog
        mailboxId={mailboxId}
        description={t('The folder is created in your mailbox, and this goes there: {group}', { group: title })}
        {...(suggestion?.id === null && { name: suggestion.name, instructions: suggestion.instructions })}
        onClose={onClose}
        onCreated={(folder) => onChoose(targetOf(folder))}
      />
    )
  return (
    <ChooseFolderDialog
      mailboxId={mailboxId}
      title={t('Choose a folder')}
      description={t('For {group}. Similar emails will follow.', { group: title })}
      currentFolderId={null}
      chooseLabel={t('File')}
      actions={
        <Button tone="quiet" className="mr-auto" onClick={() => setCreating(true)}>
          {t('New folder…')}
        </Button>
      }
      onClose={onClose}
      onChoose={({ id, name }) => {
        onClose()
        onChoose(id === null ? null : { id, name })
      }}
    />
  )
}
