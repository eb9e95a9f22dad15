import { type FormEvent, useRef, useState } from 'react'
import { folderNameMaxLength } from '../../../../contract/limits.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useCreateFolder } from '../../../api/folders.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export function CreateFolderDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Create New Folder"
      description="The folder is made in your mailbox, and mail can be sorted into it at once."
    >
      <CreateFolderForm onClose={onClose} />
    </Dialog>
  )
}

function CreateFolderForm({ onClose }: { onClose: () => void }) {
  const { active } = useMailboxes()
  const create = useCreateFolder(active?.id ?? null)
  const [name, setName] = useState('')
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
      { mailboxId: active.id, folderName },
      {
        onSuccess: () => {
          toastSuccess('Folder created')
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
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={create.isPending} disabled={name === ''}>
          {create.isPending ? 'Creating...' : 'Create Folder'}
        </Button>
      </div>
    </form>
  )
}
