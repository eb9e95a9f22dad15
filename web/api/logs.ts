import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { isSuccess } from '../../contract/reasons.ts'
import { EmailFolder, ProcessingLog } from '../../contract/tables.ts'
import { dataOf, tables } from './tables.ts'

const columns =
  'id,mailbox_id,processed_at,status,target_folder_id,subject,from_address,from_name,classification_confidence,decided_by,reason,explanation,evidence,runner_up_folder_id,runner_up_confidence,corrected_at,corrected_from_folder_id'

const FolderName = EmailFolder.pick({ id: true, folder_name: true, display_name: true })

export interface HistoryEntry extends ProcessingLog {
  /** Display name, else folder name, else id, else 'Unknown Folder' (specification §3). */
  target_folder: string
  success: boolean
}

export const logKeys = { of: (mailboxId: string) => ['logs', mailboxId] } as const

export const historyQuery = (mailboxId: string, limit: number) =>
  queryOptions({
    queryKey: [...logKeys.of(mailboxId), limit],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HistoryEntry[]> => {
      const answer = await tables
        .from('email_processing_logs')
        .select(columns, { count: 'exact' })
        .eq('mailbox_id', mailboxId)
        .order('processed_at', { ascending: false })
        .range(0, limit - 1)
        .abortSignal(signal)
      const logs = ProcessingLog.array().parse(dataOf(answer))
      const names = await folderNames(logs, signal)
      return logs.map((log) => ({
        ...log,
        target_folder:
          (log.target_folder_id && (names.get(log.target_folder_id) ?? log.target_folder_id)) || 'Unknown Folder',
        success: isSuccess(log.status),
      }))
    },
  })

async function folderNames(logs: readonly ProcessingLog[], signal: AbortSignal): Promise<Map<string, string>> {
  const ids = z
    .array(z.string())
    .parse([...new Set(logs.map((log) => log.target_folder_id))].filter((id) => id !== null))
  if (ids.length === 0) return new Map()
  const answer = await tables
    .from('email_folders')
    .select('id,folder_name,display_name')
    .in('id', ids)
    .abortSignal(signal)
  const folders = FolderName.array().parse(dataOf(answer))
  return new Map(folders.map((folder) => [folder.id, folder.display_name || folder.folder_name]))
}
