import { type FormEvent, useRef, useState } from 'react'
import { folderNameMaxLength, instructionsMaxLength } from '../../../../contract/limits.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useCreateFolder } from '../../../api/folders.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SenderRules } from '../rules/sender-rules.tsx'
import { instructionsExample } from './use-save-instructions.ts'

interface CreateFolderDialogProps {
  onClose: () => void
  /** Called before `onClose`. */
  onCreated: (folderId: string) => void
}

export function CreateFolderDialog(props: CreateFolderDialogProps) {
  return (
    <Dialog
      onClose={props.onClose}
      // Grows while the user types.
      size="wide"
      title="Create New Folder"
      description="The folder is made in your mailbox, and you see right away which of your emails would go there."
    >
      <CreateFolderForm {...props} />
    </Dialog>
  )
}

function CreateFolderForm({ onClose, onCreated }: CreateFolderDialogProps) {
  const { active } = useMailboxes()
  const create = useCreateFolder(active?.id ?? null)
  const [name, setName] = useState('')
  const [instructions, setInstructions] = useState('')
  const field = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const folderName = name.trim()
    if (folderName === '') {
      field.current?.focus()
      return toastError('Folder name required', 'Please enter a name for the folder.')
    }
    if (!active) return toastError('No mailbox selected', 'Please select a mailbox first.')
    create.mutate(
      { mailboxId: active.id, folderName, instructions },
      {
        onSuccess: ({ folder }) => {
          toastSuccess('Folder created')
          onCreated(folder.id)
          onClose()
        },
        onError: (error) => toastError('Failed to create folder', errorMessageOr(error, 'Please try again.')),
      },
    )
  }

  return (
    <form onSubmit={submit} className="mt-5">
      <TextField
        label="Folder Name"
        ref={field}
        name="folder-name"
        autoComplete="off"
        maxLength={folderNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="mt-4">
        <TextAreaField
          label="What belongs in this folder?"
          hint="One sentence is enough. You can change it at any time."
          maxLength={instructionsMaxLength}
          placeholder={instructionsExample}
          value={instructions}
          onChange={setInstructions}
        />
        {active && <SenderRules mailboxId={active.id} folderId={null} text={instructions} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={create.isPending} disabled={name === ''}>
          {create.isPending ? 'Creating...' : 'Create Folder'}
        </Button>
      </div>
    </form>
  )
}
