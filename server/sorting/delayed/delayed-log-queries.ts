import { sql } from 'kysely'
import type { FolderSchedule } from '../../../contract/tables.ts'
import type { Tx } from '../../db/database.ts'
import type { Filing } from '../folders/filing-queries.ts'
import { filingColumns, type FilingDelay, type ProcessingLogRow } from '../log/processing-log-queries.ts'

/** The row of an email that waits in the inbox, with its folder's times. */
export interface DelayedLog extends FilingDelay {
  id: string
  messageId: string
  receivedAt: Date | null
  decidedAt: Date
  /** The category that it has until it is filed; null: it has none of ours. */
  category: string | null
  /** The category was seen on it. */
  isTagged: boolean
  /** The user wants it to be filed now. */
  isRequested: boolean
  /** An action runs, which may mark the email as read for a moment: a reply at Graph does. */
  isActing: boolean
  /** Null where the folder was deleted here. */
  folder: (FolderSchedule & { id: string }) | null
}

const isDelayed = sql<boolean>`(l.status = 'left' and l.reason = 'delayed'
  and not exists (select from app.requested_moves r where r.log_id = l.id))`

const selectDelayed = (tx: Tx) =>
  tx
    .selectFrom('email_processing_logs as l')
    .leftJoin('email_folders as f', 'f.id', 'l.runner_up_folder_id')
    .select(['l.id', 'l.message_id as messageId', 'l.received_at as receivedAt', 'l.processed_at as decidedAt'])
    .select(['l.file_at as fileAt', 'l.file_once_read as fileOnceRead', 'l.read_at as readAt'])
    .select([
      'l.category',
      'l.is_tagged as isTagged',
      'l.has_code as hasCode',
      'l.filing_requested as isRequested',
      'f.id as folderId',
    ])
    .select(['f.file_when', 'f.file_delay_minutes', 'f.file_latest_hours', 'f.file_hours'])
    .select(
      sql<boolean>`exists (select from public.email_action_runs r where r.log_id = l.id and r.status = 'running')`.as(
        'isActing',
      ),
    )
    .where(isDelayed)

type Selected = Awaited<ReturnType<ReturnType<typeof selectDelayed>['execute']>>[number]

function toDelayedLog({
  folderId,
  file_when,
  file_delay_minutes,
  file_latest_hours,
  file_hours,
  ...log
}: Selected): DelayedLog {
  const isComplete = file_delay_minutes !== null && file_latest_hours !== null && file_hours !== null
  const folder =
    folderId !== null && isComplete
      ? { id: folderId, file_when, file_delay_minutes, file_latest_hours, file_hours }
      : null
  return { ...log, folder }
}

/**
 * Emails that wait in the inbox of a mailbox, those that are due first, then the newest: others may stay unread for
 * ever. Without those that the user has requested a move of.
 */
export async function findDelayedLogs(
  tx: Tx,
  mailboxId: string,
  { now, limit }: { now: Date; limit: number | null },
): Promise<DelayedLog[]> {
  const found = selectDelayed(tx)
    .where('l.mailbox_id', '=', mailboxId)
    .orderBy(sql`l.file_at <= ${now}`, (direction) => direction.desc().nullsLast())
    .orderBy('l.processed_at', 'desc')
    .orderBy('l.id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
  return (await found.execute()).map(toDelayedLog)
}

/** Locks the row until the transaction ends. @returns null where the email no longer waits */
export async function lockDelayedLog(tx: Tx, logId: string): Promise<DelayedLog | null> {
  const row = await selectDelayed(tx).where('l.id', '=', logId).forNoKeyUpdate('l').executeTakeFirst()
  return row ? toDelayedLog(row) : null
}

/** Turns the row into one with a recorded decision that is not carried out yet, as before each move. */
export async function startFiling(
  tx: Tx,
  logId: string,
  filing: Filing,
): Promise<Pick<ProcessingLogRow, 'targetFolderId' | 'decidedBy' | 'filing' | 'formerCategory'>> {
  const row = await tx
    .updateTable('email_processing_logs')
    .set({
      status: 'processing',
      reason: null,
      email_kind: null,
      target_folder_id: sql`runner_up_folder_id`,
      runner_up_folder_id: sql`second_choice_folder_id`,
      runner_up_confidence: null,
      second_choice_folder_id: null,
      former_category: sql`category`,
      ...filingColumns(filing),
    })
    .where('id', '=', logId)
    .returning(['target_folder_id', 'decided_by', 'former_category'])
    .executeTakeFirstOrThrow()
  const { target_folder_id: targetFolderId, decided_by: decidedBy, former_category: formerCategory } = row
  return { targetFolderId, decidedBy, formerCategory, filing }
}

/** @param isSupported the mailbox stores categories */
export async function saveTagged(tx: Tx, logIds: readonly string[], { isSupported }: { isSupported: boolean }) {
  await sql`
    update public.email_processing_logs l set ${isSupported ? sql`is_tagged = true` : sql`category = null`}
    where l.id = any(${[...logIds]}::uuid[]) and ${isDelayed}`.execute(tx)
}

/** Writes nothing about emails that no longer wait. */
export async function saveDelays(tx: Tx, delays: readonly (FilingDelay & { id: string })[]): Promise<void> {
  await sql`
    update public.email_processing_logs l
    set file_at = d.file_at, file_once_read = d.file_once_read, read_at = d.read_at
    from unnest(${delays.map(({ id }) => id)}::uuid[], ${delays.map(({ fileAt }) => fileAt)}::timestamptz[],
        ${delays.map(({ fileOnceRead }) => fileOnceRead)}::boolean[],
        ${delays.map(({ readAt }) => readAt)}::timestamptz[])
      as d (id, file_at, file_once_read, read_at)
    where l.id = d.id and ${isDelayed}`.execute(tx)
}

/** The user wants all emails that wait, or one, to be filed now. @returns their message ids by mailbox */
export async function requestFiling(
  tx: Tx,
  { userId, logId }: { userId: string; logId: string | null },
  now: Date,
): Promise<{ mailboxId: string; messageId: string }[]> {
  const rows = await tx
    .updateTable('email_processing_logs as l')
    .set({ filing_requested: true, file_at: now, file_once_read: false })
    .where('l.user_id', '=', userId)
    .$if(logId !== null, (query) => query.where('l.id', '=', logId ?? ''))
    .where(isDelayed)
    .returning(['l.mailbox_id', 'l.message_id'])
    .execute()
  return rows.map((row) => ({ mailboxId: row.mailbox_id, messageId: row.message_id }))
}

export interface KeptLog {
  logId: string
  messageId: string
  category: string
}

/** Emails that a press of Tidy up since this time keeps in the inbox, and that may still have our tag. */
export async function findTaggedKeptLogs(tx: Tx, mailboxId: string, since: Date): Promise<KeptLog[]> {
  const { rows } = await sql<KeptLog>`
    select l.id as "logId", l.message_id as "messageId", l.category
    from app.tidy_up_presses p
    join app.tidy_up_items i on i.press_id = p.id
    join public.email_processing_logs l on l.mailbox_id = p.mailbox_id and l.message_id = i.message_id
    where p.mailbox_id = ${mailboxId}::uuid and p.folder_id is null and p.created_at > ${since}
      and ${isKept} and l.category is not null
    order by l.id`.execute(tx)
  return rows
}

const isKept = sql<boolean>`(l.status = 'left' and l.reason = 'user_moved' and l.decided_by = 'user')`

export async function saveUntagged(tx: Tx, logId: string): Promise<void> {
  await sql`update public.email_processing_logs l set category = null
    where l.id = ${logId}::uuid and ${isKept}`.execute(tx)
}
