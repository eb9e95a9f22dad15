import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../../api/folders.ts'
import { folderName } from '../../lib/folder-name.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'

/** Names of the places of a mailbox by the ids of their folders; null: the inbox. */
export function useFolderNames(mailboxId: string): (folderId: string | null) => string {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  return (folderId) => {
    if (folderId === null) return t('Inbox')
    const folder = folders.find(({ id }) => id === folderId)
    return folder ? safeText(folderName(folder)) : '…'
  }
}
