import { useQueries } from '@tanstack/react-query'
import { foldersQuery } from '../../api/folders.ts'
import { useMailboxes } from '../../shell/active-mailbox.tsx'

/** The folders of the chosen mailbox, or of all; where there are several mailboxes, each says whose it is. */
export function useFolderChoices(mailboxId: string | undefined): { value: string; label: string }[] {
  const { list } = useMailboxes()
  const chosen = mailboxId === undefined ? list : list.filter((mailbox) => mailbox.id === mailboxId)
  const all = useQueries({ queries: chosen.map((mailbox) => foldersQuery(mailbox.id)) })
  const choices = all.flatMap(({ data = [] }, at) =>
    data.map((folder) => ({
      value: folder.id,
      label: (folder.display_name || folder.folder_name) + (chosen.length > 1 ? ` · ${chosen[at]?.email_address}` : ''),
    })),
  )
  return [
    { value: '', label: 'All folders' },
    ...choices.toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
  ]
}
