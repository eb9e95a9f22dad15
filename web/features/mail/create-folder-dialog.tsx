import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { folderNameMaxLength, instructionsMaxLength } from '../../../contract/limits.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { ApiError, errorMessageOr } from '../../api/api-error.ts'
import { foldersQuery, useCreateFolder } from '../../api/folders.ts'
import { UnsavedDialog } from '../../forms/unsaved-dialog.tsx'
import { compareNames, folderName } from '../../lib/folder-name.ts'
import { instructionsExample } from '../../lib/instructions-example.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { DialogClose } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface CreateFolderDialogProps {
  /** Null: no mailbox is selected. */
  mailboxId: string | null
  description: string
  /** Suggested name and instructions. */
  name?: string
  instructions?: string
  /** Below the instructions, e.g. how they are read. */
  Note?: ComponentType<{ mailboxId: string; folderId: null; name: string; text: string }>
  onClose: () => void
  /** Called before `onClose`. */
  onCreated: (folder: EmailFolder) => void
}

/** Creates a folder in Outlook, with its place and its instructions. */
export function CreateFolderDialog(props: CreateFolderDialogProps) {
  const { mailboxId, description, name: suggestedName = '', instructions: suggested = '', Note, onClose } = props
  const [name, setName] = useState(suggestedName)
  const [parentFolderId, setParentFolderId] = useState('')
  const [instructions, setInstructions] = useState(suggested)
  const field = useRef<HTMLInputElement>(null)
  const [nameError, setNameError] = useState<string | null>(null)
  const { isPending, start } = useCreation(props)
  const refuseName = (message: string): void => {
    setNameError(message)
    field.current?.focus()
  }
  const isUnsaved = name.trim() !== suggestedName || instructions.trim() !== suggested

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') {
      refuseName(t('Please enter a name for the folder.'))
      return toastError(t('Folder name required'), t('Please enter a name for the folder.'))
    }
    start({ name: name.trim(), parentFolderId, instructions }, refuseName)
  }
  return (
    <UnsavedDialog
      onClose={onClose}
      unsaved={isUnsaved && !isPending ? t('The folder is not created yet, and what you typed would be lost.') : null}
      // Grows while the user types.
      size="wide"
      title={t('Create New Folder')}
      description={description}
    >
      <form onSubmit={submit} className="mt-5 space-y-4">
        <TextField
          label={t('Folder Name')}
          ref={field}
          name="folder-name"
          autoComplete="off"
          maxLength={folderNameMaxLength}
          value={name}
          error={nameError}
          onChange={(event) => {
            setName(event.target.value)
            setNameError(null)
          }}
        />
        <ParentField mailboxId={mailboxId} value={parentFolderId} onChange={setParentFolderId} />
        <div>
          <TextAreaField
            label={t('What belongs in this folder?')}
            hint={t('One sentence is enough. You can change it at any time.')}
            maxLength={instructionsMaxLength}
            placeholder={t(instructionsExample)}
            value={instructions}
            onChange={setInstructions}
          />
          {Note && mailboxId !== null && <Note mailboxId={mailboxId} folderId={null} name={name} text={instructions} />}
        </div>
        <div className="flex flex-wrap justify-end gap-2 pt-2">
          <DialogClose>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" busy={isPending} disabled={name === ''}>
            {isPending ? t('Creating...') : t('Create Folder')}
          </Button>
        </div>
      </form>
    </UnsavedDialog>
  )
}

interface ParentFieldProps {
  mailboxId: string | null
  value: string
  onChange: (id: string) => void
}

function ParentField({ mailboxId, value, onChange }: ParentFieldProps) {
  const { data: folders = [] } = useQuery({ ...foldersQuery(mailboxId ?? ''), enabled: mailboxId !== null })
  const choices = folders
    .filter((folder) => folder.provider_folder_id !== null)
    .map((folder) => ({ value: folder.id, label: folderName(folder) }))
    .toSorted((a, b) => compareNames(a.label, b.label))
  return (
    <SelectField
      label={t('Inside')}
      value={value}
      choices={[{ value: '', label: t('No other folder') }, ...choices]}
      onChange={onChange}
    />
  )
}

interface NewFolder {
  name: string
  /** Empty: at the top. */
  parentFolderId: string
  instructions: string
}

const nameErrorCodes = new Set(['folder_exists', 'folder_name_invalid', 'folder_name_refused', 'folder_name_too_long'])

function useCreation({ mailboxId, onCreated, onClose }: CreateFolderDialogProps) {
  const create = useCreateFolder(mailboxId)
  /** @param onNameRefused called with the reason where the name is refused */
  const start = ({ name, parentFolderId, instructions }: NewFolder, onNameRefused: (reason: string) => void): void => {
    if (mailboxId === null) return toastError(t('No mailbox selected'), t('Please select a mailbox first.'))
    create.mutate(
      { mailboxId, folderName: name, instructions, ...(parentFolderId !== '' && { parentFolderId }) },
      {
        onSuccess: ({ folder }) => {
          toastSuccess(t('Folder created'))
          onCreated(folder)
          onClose()
        },
        onError: (error) => {
          // The server refused it, or there was no answer that says so.
          const isRefused = error instanceof ApiError && error.status > 0
          const title = isRefused ? t('Failed to create folder') : t('Error creating folder')
          toastError(title, errorMessageOr(error, t('Please try again.')))
          if (isRefused && nameErrorCodes.has(error.code)) onNameRefused(error.message)
        },
      },
    )
  }
  return { isPending: create.isPending, start }
}
