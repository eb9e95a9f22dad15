import { useQuery } from '@tanstack/react-query'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { folderActivityQuery } from '../../../api/folder-activity.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { mailboxStatusQuery } from '../../../api/mailboxes.ts'
import { historyQuery } from '../../../api/processing-logs.ts'
import { proposalsQuery } from '../../../api/proposals.ts'

/** Requests all data of the folders at once, also while the list of mailboxes loads. @returns the folders */
export function useFolderQueries(mailboxId: string | null) {
  const id = mailboxId ?? ''
  const enabled = mailboxId !== null
  useQuery({ ...mailboxStatusQuery(id), enabled })
  useQuery({ ...proposalsQuery(id), enabled })
  useQuery({ ...learnedQuery(id), enabled })
  useQuery({ ...folderActivityQuery(id), enabled })
  const folders = useQuery({ ...foldersQuery(id), enabled })
  useQuery({ ...historyQuery(id, recentLogsOnFoldersTab), enabled })
  return folders.data
}
