import { sql } from 'kysely'
import { unsureReasons } from '../../../contract/reasons.ts'
import type { ProcessingLog } from '../../../contract/tables.ts'
import { ProcessingLog as Row } from '../../../contract/tables.ts'
import type { Tx } from '../../db/database.ts'

/** What we had decided stays readable: where it was put first, however often the user says otherwise. */
const correctedFrom = sql<
  string | null
>`case when corrected_at is null then target_folder_id else corrected_from_folder_id end`

/** As many of the words before as anybody takes back; without an end the row would grow with each. Counted as it is read: compressed it is a twentieth. */
const wordsBefore = sql`case when octet_length(before_correction::text) < 8192 then before_correction end`

/** All that the user's word about a mail changes, as it is before; what is said once more is no second word. */
const asItIs = (status: string, folderId: string | null) => sql<string>`
  case when corrected_at is not null and before_correction is not null
    and status = ${status} and target_folder_id is not distinct from ${folderId}::uuid then before_correction
  else jsonb_build_object(
    'log', jsonb_build_object('status', status, 'reason', reason, 'target_folder_id', target_folder_id,
      'moved_at', moved_at, 'decided_by', decided_by, 'explanation', explanation, 'corrected_at', corrected_at,
      'corrected_from_folder_id', corrected_from_folder_id, 'before_correction', ${wordsBefore}),
    'corrections', (
      select coalesce(jsonb_agg(c), '[]') from app.corrections c
      where c.mailbox_id = email_processing_logs.mailbox_id and c.message_id = email_processing_logs.message_id),
    'lesson', (
      select jsonb_build_object('seq', t.seq, 'is_taught', t.is_taught) from app.learned_messages t
      where t.mailbox_id = email_processing_logs.mailbox_id and t.message_id = email_processing_logs.message_id
      order by t.seq desc limit 1)) end`

/**
 * The row says what the user wants, once it is so in Outlook.
 * @param folderId null: the inbox
 * @param canBeTakenBack what is so now is kept until their next word: to be called before anything is learned from this one
 */
export async function correctLog(
  tx: Tx,
  {
    logId,
    folderId,
    explanation,
    now,
    canBeTakenBack = false,
  }: { logId: string; folderId: string | null; explanation: string; now: Date; canBeTakenBack?: boolean },
): Promise<'processed' | 'left'> {
  const status = folderId === null ? 'left' : 'processed'
  await tx
    .updateTable('email_processing_logs')
    .set({
      status,
      reason: folderId === null ? 'user_moved' : 'sorted',
      target_folder_id: folderId,
      moved_at: folderId === null ? null : now,
      decided_by: 'user',
      explanation,
      corrected_at: now,
      corrected_from_folder_id: correctedFrom,
      before_correction: canBeTakenBack ? asItIs(status, folderId) : null,
    })
    .where('id', '=', logId)
    .execute()
  return status
}

/**
 * Holds the row of a mail that we moved. @returns false where it is not so any more: the user has said otherwise in the history, or is
 * just doing so
 */
export async function holdSorted(tx: Tx, logId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('email_processing_logs as l')
    .select('l.id')
    .where('l.id', '=', logId)
    .where('l.status', '=', 'processed')
    .where('l.moved_at', 'is not', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('app.asked_moves as a').select('a.log_id').whereRef('a.log_id', '=', 'l.id'))),
    )
    .forUpdate('l')
    .executeTakeFirst()
  return row !== undefined
}

/** The row as `/rest/v1` sends it. @returns null where it does not exist or is somebody else's */
export async function logAsShown(tx: Tx, at: { userId: string; logId: string }): Promise<ProcessingLog | null> {
  const { rows } = await sql<{ log: unknown }>`
    select to_jsonb(l) as log from public.email_processing_logs l
    where l.id = ${at.logId} and l.user_id = ${at.userId}`.execute(tx)
  return rows[0] ? Row.parse(rows[0].log) : null
}

/** Where a mail is that stayed in the inbox as unsure and should be marked so; null where that is over, or not wanted any more. */
export async function unsureMail(
  tx: Tx,
  logId: string,
): Promise<{ mailboxId: string; messageId: string; since: Date } | null> {
  const row = await tx
    .selectFrom('email_processing_logs as l')
    .innerJoin('mailboxes as m', 'm.id', 'l.mailbox_id')
    .select(['l.mailbox_id', 'l.message_id', 'l.processed_at'])
    .where('l.id', '=', logId)
    .where('l.status', '=', 'left')
    .where('l.reason', 'in', unsureReasons)
    .where('m.when_unsure', '=', 'categorize')
    .executeTakeFirst()
  return row ? { mailboxId: row.mailbox_id, messageId: row.message_id, since: row.processed_at } : null
}
