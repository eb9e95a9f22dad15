import { keepPreviousData, type QueryClient, type QueryState, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { logConditions, type LogFilters } from '../../contract/functions/processing-logs.ts'
import { isSuccess } from '../../contract/reasons.ts'
import { EmailFolder, ProcessingLog } from '../../contract/tables.ts'
import { anyOf } from '../lib/postgrest-filter.ts'
import { t } from '../texts/translate.ts'
import { foldersQuery } from './folders.ts'
import { logKeys } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

export const logColumns =
  'id,mailbox_id,message_id,processed_at,status,target_folder_id,stays_in_inbox,subject,from_address,from_name,' +
  'list_id,email_kind,classification_confidence,decided_by,decision_basis,reason,explanation,evidence,' +
  'runner_up_folder_id,runner_up_confidence,second_choice_folder_id,corrected_at,corrected_from_folder_id,' +
  'file_at,file_once_read,before_correction'

const FolderName = EmailFolder.pick({ id: true, folder_name: true, display_name: true })

export interface HistoryEntry extends ProcessingLog {
  /** Display name, else folder name, else id, else 'Unknown Folder'. */
  target_folder: string
  /** Null if there was none or the folder is deleted. */
  runner_up_folder: string | null
  second_choice_folder: string | null
  corrected_from_folder: string | null
  /** Where the message was before its last correction, which Undo retracts; null: there is none to retract. */
  undo: { folderId: string | null; folder: string } | null
  success: boolean
}

/** The message was no longer in the inbox when it was to be sorted. */
export const wasElsewhere = (entry: Pick<ProcessingLog, 'reason' | 'corrected_at'>): boolean =>
  (entry.reason === 'gone' || entry.reason === 'user_moved') && entry.corrected_at === null

/** As far as known; also a message that the user moved out of its folder. */
export const isInInbox = (entry: HistoryEntry): boolean =>
  entry.target_folder_id === null && (!entry.success || entry.corrected_at !== null) && !wasElsewhere(entry)

/** It is in the inbox with a tag that is named like its folder. */
export const isTagged = (entry: Pick<HistoryEntry, 'stays_in_inbox' | 'success'>): boolean =>
  entry.stays_in_inbox && entry.success

/** Where the message is as far as known. */
export function folderLabel(entry: HistoryEntry): string {
  if (entry.reason === 'assigned') return t('{folder} (not moved)', { folder: entry.target_folder })
  if (isTagged(entry)) return t('Tagged {folder}', { folder: entry.target_folder })
  if (wasElsewhere(entry)) return entry.reason === 'gone' ? t('Deleted or moved') : t('Moved by you')
  return isInInbox(entry) ? t('Inbox') : entry.target_folder
}

/** The first email of a mailbox; null: none has come yet. */
export const firstLogQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...logKeys.of(mailboxId), 'first'],
    placeholderData: keepPreviousData,
    queryFn: async ({ client, signal }): Promise<HistoryEntry | null> => {
      // Without the count of `queryLogs`, which reads every entry.
      const answer = await tables
        .from('email_processing_logs')
        .select(logColumns)
        .eq('mailbox_id', mailboxId)
        .order('processed_at')
        .order('id')
        .limit(1)
        .abortSignal(signal)
      return (await toHistoryEntries(dataOf(answer), { client, signal }))[0] ?? null
    },
  })

export interface HistoryPage {
  entries: HistoryEntry[]
  /** Over all pages. */
  total: number
  /** `processed_at` of the newest entry, null if the page is empty. */
  newest: string | null
  /** Newer entries are excluded; null: none are. */
  until: string | null
}

/** Part of a list of the processing log. */
export interface LogRange {
  filters: LogFilters
  /** From 1. */
  page: number
  limit: number
}

/**
 * @param until excludes newer entries (also from the total), so that pages do not shift while mail arrives. Null: no
 * limit on page 1; later pages use the newest entry
 */
export const historyPageQuery = ({ filters, page, limit }: LogRange, until: string | null) =>
  queryOptions({
    queryKey: [...logKeys.pages, filters, page, limit, until],
    placeholderData: keepPreviousData,
    queryFn: async ({ client, signal }): Promise<HistoryPage> => {
      const read = { client, signal }
      const first = page > 1 && until === null ? await readLogs(filters, { ...read, offset: 0, limit: 1 }) : null
      return readLogs(filters, { ...read, offset: (page - 1) * limit, limit, until: first?.newest ?? until })
    },
  })

/** What the overview shows: the newest entries of all mailboxes. */
export const latestEmails: LogRange = { filters: {}, page: 1, limit: 10 }

/** The newest entries of a mailbox. */
export const historyQuery = (mailboxId: string, limit: number) =>
  queryOptions({
    ...historyPageQuery({ filters: { mailboxId }, page: 1, limit }, null),
    select: ({ entries }) => entries,
  })

/** Number of entries that `until` excludes. */
export const newerMessageCountQuery = (filters: LogFilters, until: string | null) =>
  queryOptions({
    queryKey: [...logKeys.pages, 'newer', filters, until],
    enabled: until !== null,
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await queryLogs('id', filters)
        .gt('processed_at', until ?? '')
        .limit(1)
        .abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
  })

/** https://docs.postgrest.org/en/stable/references/errors.html */
export const rangeNotSatisfiable = 'PGRST103'

/** How many emails stay in the inbox until they are filed. Shares the history's key prefix. */
export const delayedCountQuery = queryOptions({
  queryKey: [...logKeys.pages, 'delayed'],
  queryFn: async ({ signal }): Promise<number> => {
    const answer = await tables
      .from('email_processing_logs')
      .select('id', { count: 'exact' })
      .eq('status', 'left')
      .eq('reason', 'delayed')
      .limit(1)
      .abortSignal(signal)
    dataOf(answer)
    return answer.count ?? 0
  },
})

/** Of a query that is being read. */
interface Read {
  client: QueryClient
  signal: AbortSignal
}

interface PageRange extends Read {
  offset: number
  limit: number
  until?: string | null
}

function queryLogs(selected: string, filters: LogFilters) {
  const { actionFailed } = filters
  const columnsOf = actionFailed ? `${selected},email_action_runs!inner()` : selected
  let query = tables.from('email_processing_logs').select(columnsOf, { count: 'exact' })
  if (actionFailed) query = query.eq('email_action_runs.status', 'failed')
  for (const condition of logConditions(filters)) {
    const { columns, operator, value } = condition
    query = columns.length === 1 ? query.filter(columns.join(), operator, value) : query.or(anyOf(condition))
  }
  return query
}

async function readLogs(filters: LogFilters, range: PageRange): Promise<HistoryPage> {
  const { offset, limit, until = null, signal } = range
  let query = queryLogs(logColumns, filters)
  if (until !== null) query = query.lte('processed_at', until)
  const answer = await query
    .order('processed_at', { ascending: false })
    // A tie-breaker keeps the order stable across pages.
    .order('id', { ascending: false })
    .range(offset, offset + limit - 1)
    .abortSignal(signal)
  // The page is beyond the last one, e.g. from an old bookmark.
  if (answer.error?.code === rangeNotSatisfiable)
    return { entries: [], total: await countLogs(filters, range), newest: null, until }
  const entries = await toHistoryEntries(dataOf(answer), range)
  return { entries, total: answer.count ?? entries.length, newest: entries[0]?.processed_at ?? null, until }
}

/** @param rows with `logColumns` */
export async function toHistoryEntries(rows: unknown, read: Read): Promise<HistoryEntry[]> {
  const logs = ProcessingLog.array().parse(rows)
  const request = (): Promise<FolderNames> => folderNames(logs, read)
  // The history is readable without the names.
  const names = await request()
    .catch(request)
    .catch(() => null)
  read.signal.throwIfAborted()
  return logs.map((log) => toEntry(log, names))
}

const countLogs = async (filters: LogFilters, range: PageRange): Promise<number> =>
  (await readLogs(filters, { ...range, offset: 0, limit: 1 })).total

type FolderNames = ReadonlyMap<string, string>

/** @param names null: could not be loaded */
function toEntry(log: ProcessingLog, names: FolderNames | null): HistoryEntry {
  const nameOf = (id: string | null): string | null =>
    id === null ? null : names ? (names.get(id) ?? null) : t('Unknown Folder')
  return {
    ...log,
    target_folder: nameOf(log.target_folder_id) ?? log.target_folder_id ?? t('Unknown Folder'),
    runner_up_folder: nameOf(log.runner_up_folder_id),
    second_choice_folder: nameOf(log.second_choice_folder_id),
    corrected_from_folder: nameOf(log.corrected_from_folder_id),
    undo: undoOf(log, nameOf),
    success: isSuccess(log.status),
  }
}

function undoOf({ before_correction: before }: ProcessingLog, nameOf: (id: string | null) => string | null) {
  if (before === null) return null
  const folderId = folderBefore(before.log)
  return { folderId, folder: folderId === null ? t('Inbox') : (nameOf(folderId) ?? t('a deleted folder')) }
}

/** Null: the inbox. */
const folderBefore = (log: NonNullable<ProcessingLog['before_correction']>['log']): string | null =>
  log.moved_at === null ? null : log.target_folder_id

async function folderNames(logs: readonly ProcessingLog[], { client, signal }: Read): Promise<FolderNames> {
  const named = logs.flatMap((log) => [
    log.target_folder_id,
    log.runner_up_folder_id,
    log.second_choice_folder_id,
    log.corrected_from_folder_id,
    log.before_correction && folderBefore(log.before_correction.log),
  ])
  const ids = [...new Set(named)].filter((id) => id !== null)
  const known = await shownFolders(logs, client)
  const missing = ids.filter((id) => known.every((folder) => folder.id !== id))
  const nameOf = (folder: z.infer<typeof FolderName>) => folder.display_name || folder.folder_name
  return new Map([...known, ...(await readFolderNames(missing, signal))].map((folder) => [folder.id, nameOf(folder)]))
}

/** The folders of the emails' mailboxes that the page has read, or reads, for something else. */
async function shownFolders(logs: readonly ProcessingLog[], client: QueryClient): Promise<EmailFolder[]> {
  const queries = [...new Set(logs.map((log) => log.mailbox_id))].map((id) => foldersQuery(id))
  const isShown = (state?: Pick<QueryState, 'data' | 'fetchStatus'>): boolean =>
    state?.data !== undefined || state?.fetchStatus === 'fetching'
  const shown = queries.filter(({ queryKey }) => isShown(client.getQueryState(queryKey)))
  const found = await Promise.allSettled(shown.map((query) => client.ensureQueryData(query)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

async function readFolderNames(ids: readonly string[], signal: AbortSignal) {
  if (ids.length === 0) return []
  const answer = await tables
    .from('email_folders')
    .select('id,folder_name,display_name')
    .in('id', ids)
    .abortSignal(signal)
  return FolderName.array().parse(dataOf(answer))
}
