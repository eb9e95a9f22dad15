import type { EmailFolder } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useChangeFolders, useRestoreFolder } from '../../../api/folders.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { t } from '../../../texts/translate.ts'

interface DeletedFoldersNoticeProps {
  mailboxId: string
  folders: readonly EmailFolder[]
}

/** Folders that were deleted in Outlook while they are on: email for them stays in the inbox until the user decides. */
export function DeletedFoldersNotice({ mailboxId, folders }: DeletedFoldersNoticeProps) {
  // Here, because the line of a folder disappears before the response arrives.
  const { restoringId, restore } = useRestoration(mailboxId)
  const switchOff = useSwitchOff(mailboxId)
  if (folders.length === 0) return null
  return (
    <div className="space-y-3 px-5 pb-4">
      {folders.map((folder) => (
        <DeletedFolder
          key={folder.id}
          name={folderName(folder)}
          restoring={restoringId === folder.id}
          disabled={restoringId !== null}
          onRestore={() => restore(folder.id)}
          onSwitchOff={() => switchOff(folder)}
        />
      ))}
    </div>
  )
}

interface DeletedFolderProps {
  name: string
  restoring: boolean
  disabled: boolean
  onRestore: () => void
  onSwitchOff: () => void
}

const DeletedFolder = ({ name, restoring, disabled, onRestore, onSwitchOff }: DeletedFolderProps) => (
  <Notice tone="warn">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {t('“{folder}” was deleted in the mailbox. Its emails stay in the inbox and are not counted.', {
          folder: name,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={disabled} aria-label={t('Switch off {name}', { name })} onClick={onSwitchOff}>
          {t('Switch Off')}
        </Button>
        <Button
          size="small"
          busy={restoring}
          disabled={disabled && !restoring}
          aria-label={t('Create {name} again', { name })}
          onClick={onRestore}
        >
          {t('Create Again')}
        </Button>
      </div>
    </div>
  </Notice>
)

/** The pressed button is removed with its line. */
const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus()

function useRestoration(mailboxId: string) {
  const { mutate, isPending, variables } = useRestoreFolder(mailboxId)
  const restore = (folderId: string): void =>
    mutate(folderId, {
      onSuccess: ({ in_outlook }) => {
        if (!in_outlook)
          return toastSuccess(t('The mailbox does not respond'), t('The folder is created as soon as it does.'))
        focusHeading()
        toastSuccess(t('Folder created'))
      },
      onError: (error) => toastError(t('Failed to create folder'), errorMessageOr(error, t('Please try again.'))),
    })
  return { restoringId: isPending ? variables : null, restore }
}

function useSwitchOff(mailboxId: string) {
  const { mutate } = useChangeFolders(mailboxId)
  return (folder: EmailFolder): void =>
    mutate(
      { ids: [folder.id], change: { active: false } },
      {
        onSuccess: () => {
          focusHeading()
          announce(t('{name} is switched off', { name: folderName(folder) }))
        },
        onError: () => toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.')),
      },
    )
}
