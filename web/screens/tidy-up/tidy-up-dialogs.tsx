import { type FormEvent, useState } from 'react'
import type { EmailFolder } from '../../../contract/tables.ts'
import { ChooseFolderDialog } from '../../features/mail/choose-folder-dialog.tsx'
import { CreateFolderDialog } from '../../features/mail/create-folder-dialog.tsx'
import { folderName } from '../../lib/folder-name.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { groupTitle } from '../../features/mail/group-texts.ts'
import type { Row } from './rows.ts'
import { type Target, targetOf } from './suggest-folder.ts'
import type { TidyUp } from './use-tidy-up.ts'

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

/** So many fit without long scrolling; the search finds the others. */
const emailsShown = 50

interface ExamplesDialogProps {
  folder: EmailFolder
  tidyUp: TidyUp
  onClose: () => void
}

/** The user picks emails that belong into a folder. */
export function ExamplesDialog({ folder, tidyUp, onClose }: ExamplesDialogProps) {
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const emails = tidyUp.open.map((email) => ({
    email,
    id: email.messageId,
    subject: subjectText(email.subject),
    sender: senderText({ from_name: email.name, from_address: email.address }),
  }))
  const text = query.trim().toLocaleLowerCase()
  const shown = emails.filter(({ subject, sender }) => `${subject} ${sender}`.toLocaleLowerCase().includes(text))
  const toggle = (id: string): void =>
    setPicked((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (picked.size === 0) return
    tidyUp.fileExamples(
      folder,
      emails.flatMap(({ id, email }) => (picked.has(id) ? email : [])),
    )
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Examples for {folder}', { folder: folderName(folder) })}
      description={t('Choose about three emails that belong in this folder.')}
    >
      <form onSubmit={submit} className="mt-5">
        <TextField
          label={t('Find an email')}
          type="search"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <fieldset className="mt-3 h-72 overflow-y-auto rounded-lg border border-line">
          <legend className="sr-only">{t('Emails')}</legend>
          {shown.slice(0, emailsShown).map(({ id, subject, sender }) => (
            <label key={id} className="flex cursor-pointer items-center gap-3 px-4 py-2.5 text-sm hover:bg-sunken">
              <input
                type="checkbox"
                checked={picked.has(id)}
                onChange={() => toggle(id)}
                className="size-4.5 shrink-0 accent-accent"
              />
              <span className="min-w-0 wrap-anywhere">
                {subject} <bdi className="block text-xs text-muted">{sender}</bdi>
              </span>
            </label>
          ))}
          {shown.length === 0 && <p className="px-4 py-3 text-sm text-muted">{t('No email has this in it.')}</p>}
        </fieldset>
        <DialogFooter>
          <DialogClose>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" disabled={picked.size === 0}>
            {picked.size === 0 ? t('Use') : tn(picked.size, 'Use {count} email', 'Use {count} emails')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
