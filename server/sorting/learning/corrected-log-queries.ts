import { sql } from 'kysely'
import { unsureCategory } from '../../../contract/limits.ts'
import { reviewReasons, unsureReasons } from '../../../contract/reasons.ts'
import type { Tx } from '../../db/database.ts'
import type { Filing } from '../folders/filing-queries.ts'

/** A row drops the states before earlier corrections once they exceed this size uncompressed. */
const correctionHistoryMaxBytes = 8192

/** Keeps the folder of the original decision, however often the user corrects it. */
const correctedFrom = sql<
  string | null
>`case when corrected_at is null then target_folder_id else corrected_from_folder_id end`

/**
 * The states before earlier corrections, dropped once they are too large: the row would grow with each correction.
 */
const statesBefore = sql`
  case when octet_length(before_correction::text) < ${correctionHistoryMaxBytes} then before_correction end`

/**
 * The values that a correction overwrites. If the same correction is repeated, the state saved by the first one is
 * kept.
 */
const stateBefore = (status: string, folderId: string | null, row = 'email_processing_logs') => sql<string>`
  case when corrected_at is not null and before_correction is not null
    and status = ${status} and target_folder_id is not distinct from ${folderId}::uuid then before_correction
  else jsonb_build_object(
    'log', jsonb_build_object('status', status, 'reason', reason, 'target_folder_id', target_folder_id,
      'moved_at', moved_at, 'decided_by', decided_by, 'explanation', explanation, 'corrected_at', corrected_at,
      'corrected_from_folder_id', corrected_from_folder_id, 'stays_in_inbox', stays_in_inbox, 'category', category,
      'before_correction', ${statesBefore}),
    'corrections', (
      select coalesce(jsonb_agg(c), '[]') from app.corrections c
      where c.mailbox_id = ${sql.ref(`${row}.mailbox_id`)} and c.message_id = ${sql.ref(`${row}.message_id`)}),
    'lesson', (
      select jsonb_build_object('seq', t.seq, 'is_taught', t.is_correction) from app.training_examples t
      where t.mailbox_id = ${sql.ref(`${row}.mailbox_id`)} and t.message_id = ${sql.ref(`${row}.message_id`)}
      order by t.seq desc limit 1)) end`

/**
 * Records a correction that is done in the mailbox.
 * @param folderId null: the inbox
 * @param filing how it was filed; where the user has moved the email, it keeps its category
 * @param isRetractable stores the current state for a retraction. Then nothing may have been learned from this
 *   correction yet.
 */
export async function applyCorrection(
  tx: Tx,
  {
    logId,
    folderId,
    explanation,
    now,
    filing,
    isRetractable = false,
  }: {
    logId: string
    folderId: string | null
    explanation: string
    now: Date
    filing?: Filing
    isRetractable?: boolean
  },
): Promise<'processed' | 'left'> {
  const status = folderId === null ? 'left' : 'processed'
  await tx
    .updateTable('email_processing_logs')
    .set({
      status,
      reason: folderId === null ? 'user_moved' : 'sorted',
      target_folder_id: folderId,
      moved_at: folderId === null ? null : now,
      stays_in_inbox: filing?.staysInInbox ?? false,
      ...(filing && { category: filing.category }),
      decided_by: 'user',
      explanation,
      corrected_at: now,
      corrected_from_folder_id: correctedFrom,
      before_correction: isRetractable ? stateBefore(status, folderId) : null,
    })
    .where('id', '=', logId)
    .execute()
  return status
}

/**
 * Records that the user keeps emails in the inbox about which the review asks, or which wait there to be filed. Called
 * before anything is learned from that, as for `applyCorrection`.
 * @returns whether one of them has a tag of ours, which is to be taken off
 */
export async function keepLogsInInbox(
  tx: Tx,
  mailboxId: string,
  { messageIds, explanation, now }: { messageIds: readonly string[]; explanation: string; now: Date },
): Promise<boolean> {
  const kept = await tx
    .updateTable('email_processing_logs as l')
    .set({
      reason: 'user_moved',
      decided_by: 'user',
      explanation,
      corrected_at: now,
      category: sql`case when l.reason in (${sql.join(unsureReasons)}) and exists (
          select from public.mailboxes m where m.id = l.mailbox_id and m.when_unsure = 'categorize')
        then ${unsureCategory} else l.category end`,
      before_correction: stateBefore('left', null, 'l'),
    })
    .where('l.mailbox_id', '=', mailboxId)
    .where('l.message_id', 'in', messageIds)
    .where('l.status', '=', 'left')
    .where('l.reason', 'in', [...reviewReasons, 'delayed'])
    .where('l.corrected_at', 'is', null)
    .where(hasNoRequestedMove)
    .returning('l.category')
    .execute()
  return kept.some(({ category }) => category !== null)
}

/** A row that was read, and the folder that its message is in now. */
interface FollowedLog {
  logId: string | null
  status: string | null
  targetFolderId: string | null
  folderId: string
}

/**
 * As `applyCorrection`, for many messages that are in folders. Leaves out rows that have changed since they were read
 * or for which the user has requested a move, and messages without a row.
 * @returns the ids of the changed rows
 */
export async function applyCorrections(
  tx: Tx,
  logs: readonly FollowedLog[],
  { explanation, now }: { explanation: string; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with unchanged as (
      select l.id, r.folder_id as new_folder_id
      from unnest(${logs.map(({ logId }) => logId)}::uuid[], ${logs.map(({ status }) => status)}::text[],
          ${logs.map(({ targetFolderId }) => targetFolderId)}::uuid[],
          ${logs.map(({ folderId }) => folderId)}::uuid[]) as r (log_id, status, target_folder_id, folder_id)
      join public.email_processing_logs l on l.id = r.log_id
      where l.status = r.status and l.target_folder_id is not distinct from r.target_folder_id
        and ${hasNoRequestedMove} and exists (select from public.email_folders f where f.id = r.folder_id)
      order by l.id for no key update of l)
    update public.email_processing_logs l
    set status = 'processed', reason = 'sorted', target_folder_id = u.new_folder_id, moved_at = ${now},
      stays_in_inbox = false, decided_by = 'user', explanation = ${explanation}, corrected_at = ${now},
      corrected_from_folder_id = ${correctedFrom}, before_correction = null
    from unchanged u where l.id = u.id returning l.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const hasNoRequestedMove = sql<boolean>`not exists (select from app.requested_moves r where r.log_id = l.id)`

/**
 * Locks the row of a message that we moved.
 * @returns false where the user has corrected it in the processing history, or has requested a move
 */
export async function lockSortedLog(tx: Tx, logId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('email_processing_logs as l')
    .select('l.id')
    .where('l.id', '=', logId)
    .where('l.status', '=', 'processed')
    .where('l.moved_at', 'is not', null)
    .where(hasNoRequestedMove)
    .forUpdate('l')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A message that stayed in the inbox as unsure and should get the category; null where it was corrected or the
 * setting is off. A requested move is the user's decision already; it also refuses a message that changes before its
 * retry.
 */
export async function unsureMessage(
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
    .where(hasNoRequestedMove)
    .executeTakeFirst()
  return row ? { mailboxId: row.mailbox_id, messageId: row.message_id, since: row.processed_at } : null
}
