import { useQueries } from '@tanstack/react-query'
import { foldersQuery } from '../../api/folders.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { compareNames, folderName } from '../../lib/folder-name.ts'
import { t } from '../../texts/translate.ts'

/** The folders of the selected mailbox, or of all. With several mailboxes the labels contain the address. */
export function useFolderChoices(mailboxId: string | undefined): { value: string; label: string }[] {
  const { list } = useMailboxes()
  const chosen = mailboxId === undefined ? list : list.filter((mailbox) => mailbox.id === mailboxId)
  const all = useQueries({ queries: chosen.map((mailbox) => foldersQuery(mailbox.id)) })
  const choices = all.flatMap(({ data = [] }, index) =>
    data.map((folder) => ({
      value: folder.id,
      label: folderName(folder) + (chosen.length > 1 ? ` · ${chosen[index]?.email_address}` : ''),
    })),
  )
  return [{ value: '', label: t('All folders') }, ...choices.toSorted((a, b) => compareNames(a.label, b.label))]
}
