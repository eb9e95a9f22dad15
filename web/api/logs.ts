import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ProcessingLogsOutput, type LogFilters } from '../../contract/functions/processing-logs.ts'
import { SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { logsPageSize } from '../../contract/limits.ts'
import { isSuccess } from '../../contract/reasons.ts'
import { EmailFolder, ProcessingLog } from '../../contract/tables.ts'
import { containing, quoted } from '../lib/text-pattern.ts'
import { callFunction } from './call-function.ts'
import { dataOf, tables } from './tables.ts'

export const logColumns =
  'id,mailbox_id,processed_at,status,target_folder_id,subject,from_address,from_name,classification_confidence,decided_by,reason,explanation,evidence,runner_up_folder_id,runner_up_confidence,corrected_at,corrected_from_folder_id'

const FolderName = EmailFolder.pick({ id: true, folder_name: true, display_name: true })

export interface HistoryEntry extends ProcessingLog {
  /** Display name, else folder name, else id, else 'Unknown Folder' (specification §3). */
  target_folder: string
  /** Null where there was none, or where the folder is deleted meanwhile. */
  runner_up_folder: string | null
  corrected_from_folder: string | null
  success: boolean
}

/** Where the mail is, as far as we know. A mail that the user took out of its folder is in the inbox. */
export const placeOf = (entry: HistoryEntry): string =>
  entry.target_folder_id === null && (!entry.success || entry.corrected_at !== null) ? 'Inbox' : entry.target_folder

export const logKeys = {
  of: (mailboxId: string) => ['logs', mailboxId],
  /** The pages of the history, which may show several mailboxes. */
  pages: ['logs', 'pages'],
  /** What waits for the person's word. */
  review: ['logs', 'review'],
} as const

export const historyQuery = (mailboxId: string, limit: number) =>
  queryOptions({
    queryKey: [...logKeys.of(mailboxId), limit],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HistoryEntry[]> =>
      (await readLogs({ mailboxId }, { offset: 0, limit, signal })).entries,
  })

export interface HistoryPage {
  entries: HistoryEntry[]
  /** Of all that the filters let through, not of this page. */
  total: number
  /** The newest mail of the page; null where it is empty. */
  newest: string | null
  /** Newer mail is left out; null where none is. */
  until: string | null
}

/**
 * @param page from 1
 * @param until mail that is newer is left out, of the count too: so that a page stays what it is while mail arrives. Null: all there
 * is by now, which pages beyond the first then say
 */
export const historyPageQuery = (filters: LogFilters, page: number, until: string | null) =>
  queryOptions({
    queryKey: [...logKeys.pages, filters, page, until],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const range = { offset: (page - 1) * logsPageSize, limit: logsPageSize, signal }
      const first = page > 1 && until === null ? await readLogs(filters, { offset: 0, limit: 1, signal }) : null
      return readLogs(filters, { ...range, until: first?.newest ?? until })
    },
  })

/** How many there are by now that such pages leave out. */
export const newerMailsQuery = (filters: LogFilters, until: string | null) =>
  queryOptions({
    queryKey: [...logKeys.pages, 'newer', filters, until],
    enabled: until !== null,
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await filteredLogs('id', filters)
        .gt('processed_at', until ?? '')
        .limit(1)
        .abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
  })

interface Range {
  offset: number
  limit: number
  until?: string | null
  signal: AbortSignal
}

function filteredLogs(selected: string, filters: LogFilters) {
  const { actionFailed } = filters
  const columnsOf = actionFailed ? `${selected},email_action_runs!inner()` : selected
  let query = tables.from('email_processing_logs').select(columnsOf, { count: 'exact' })
  if (actionFailed) query = query.eq('email_action_runs.status', 'failed')
  if (filters.mailboxId !== undefined) query = query.eq('mailbox_id', filters.mailboxId)
  if (filters.folderId !== undefined) query = query.eq('target_folder_id', filters.folderId)
  if (filters.status !== undefined) query = query.eq('status', filters.status)
  if (filters.reason !== undefined) query = query.eq('reason', filters.reason)
  if (filters.text !== undefined) query = query.ilike('subject', containing(filters.text))
  if (filters.sender !== undefined) {
    const part = quoted(containing(filters.sender))
    query = query.or(`from_address.ilike.${part},from_name.ilike.${part}`)
  }
  if (filters.from !== undefined) query = query.gte('processed_at', filters.from)
  if (filters.to !== undefined) query = query.lt('processed_at', filters.to)
  return query
}

async function readLogs(filters: LogFilters, { offset, limit, until = null, signal }: Range): Promise<HistoryPage> {
  let query = filteredLogs(logColumns, filters)
  if (until !== null) query = query.lte('processed_at', until)
  const answer = await query
    .order('processed_at', { ascending: false })
    // Two of the same moment keep their order from page to page.
    .order('id', { ascending: false })
    .range(offset, offset + limit - 1)
    .abortSignal(signal)
  // Beyond the last page, e.g. of an old address.
  if (answer.error?.code === 'PGRST103')
    return { entries: [], total: await readTotal(filters, until, signal), newest: null, until }
  const entries = await entriesOf(dataOf(answer), signal)
  return { entries, total: answer.count ?? entries.length, newest: entries[0]?.processed_at ?? null, until }
}

/** @param rows with `logColumns` */
export async function entriesOf(rows: unknown, signal: AbortSignal): Promise<HistoryEntry[]> {
  const logs = ProcessingLog.array().parse(rows)
  const names = await folderNames(logs, signal)
  return logs.map((log) => toEntry(log, names))
}

const readTotal = async (filters: LogFilters, until: string | null, signal: AbortSignal): Promise<number> =>
  (await readLogs(filters, { offset: 0, limit: 1, until, signal })).total

function toEntry(log: ProcessingLog, names: ReadonlyMap<string, string>): HistoryEntry {
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null))
  return {
    ...log,
    target_folder: nameOf(log.target_folder_id) ?? log.target_folder_id ?? 'Unknown Folder',
    runner_up_folder: nameOf(log.runner_up_folder_id),
    corrected_from_folder: nameOf(log.corrected_from_folder_id),
    success: isSuccess(log.status),
  }
}

async function folderNames(logs: readonly ProcessingLog[], signal: AbortSignal): Promise<Map<string, string>> {
  const named = logs.flatMap((log) => [log.target_folder_id, log.runner_up_folder_id, log.corrected_from_folder_id])
  const ids = [...new Set(named)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const answer = await tables
    .from('email_folders')
    .select('id,folder_name,display_name')
    .in('id', ids)
    .abortSignal(signal)
  const folders = FolderName.array().parse(dataOf(answer))
  return new Map(folders.map((folder) => [folder.id, folder.display_name || folder.folder_name]))
}

/** Another folder, or the inbox (null). */
type LastWord = { folderId: string | null } | 'undo'

/** The user's last word about a mail. */
export function useMoveSorted(logId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (to: LastWord) =>
      callFunction(
        'sorted-mail',
        to === 'undo' ? { action: 'undo', logId } : { action: 'move', logId, folderId: to.folderId },
        SortedMailOutput,
      ),
    // Refused: the row may be another one by now.
    onSettled: () => void client.invalidateQueries({ queryKey: ['logs'] }),
  })
}

export const useExportLogs = () =>
  useMutation({
    mutationFn: (filters: LogFilters) =>
      callFunction('processing-logs', { action: 'export', filters }, ProcessingLogsOutput),
  })
