import { sql } from 'kysely'
import type { DecidedBy, ReasonCode } from '../../../contract/reasons.ts'
import type { Tx } from '../../db/database.ts'
import type { Decision } from '../decision/decide.ts'

const noEvidence = '[]'

export interface LedgerRow {
  id: string
  status: string
  targetFolderId: string | null
  decidedBy: DecidedBy | null
  moved: boolean
}

export async function ledgerRow(tx: Tx, mailboxId: string, messageId: string): Promise<LedgerRow | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select(['id', 'status', 'target_folder_id', 'decided_by', 'moved_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const { id, status, target_folder_id, decided_by, moved_at } = row
  return { id, status, targetFolderId: target_folder_id, decidedBy: decided_by, moved: moved_at !== null }
}

/** What the ledger keeps of a mail: what the history shows, and ids; never its text (decision 15). */
export interface LedgerEntry {
  userId: string
  mailboxId: string
  messageId: string
  internetMessageId: string | null
  conversationId: string | null
  subject: string | null
  fromAddress: string | null
  fromName: string | null
  receivedAt: Date | null
  /** Of mail that lay in the inbox before. */
  backfillId: string | null
}

/**
 * Writes the row that makes a mail ours, once for ever: the unique key of (mailbox, message) decides between two workers.
 * @returns its id, null where the mail is in the ledger already
 */
export async function openLedgerRow(tx: Tx, entry: LedgerEntry, now: Date): Promise<string | null> {
  const row = await tx
    .insertInto('email_processing_logs')
    .values({
      user_id: entry.userId,
      mailbox_id: entry.mailboxId,
      message_id: entry.messageId,
      internet_message_id: entry.internetMessageId,
      conversation_id: entry.conversationId,
      subject: entry.subject,
      from_address: entry.fromAddress,
      from_name: entry.fromName,
      received_at: entry.receivedAt,
      backfill_id: entry.backfillId,
      processed_at: now,
      status: 'processing',
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * A mail that stayed at the limit enters again, in the row that it has.
 * @returns null where it no longer waits
 */
export async function reopenLedgerRow(tx: Tx, logId: string): Promise<string | null> {
  const row = await tx
    .updateTable('email_processing_logs')
    .set({ status: 'processing', reason: null })
    .where('id', '=', logId)
    .where('status', '=', 'limit_reached')
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Counts one mail against the month, exact under any number of workers: the row of the month is its own lock.
 * @param month first day, `YYYY-MM-DD`
 * @returns false where the limit is reached; nothing is counted then
 */
export async function countMail(tx: Tx, logId: string, userId: string, month: string): Promise<boolean> {
  const { rows } = await sql`
    with counted as (
      insert into public.usage as u (user_id, month, emails_processed)
      select ${userId}::uuid, ${month}::date, 1 where app.email_limit_total(${userId}::uuid) > 0
      on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
        where u.emails_processed < app.email_limit_total(u.user_id)
      returning u.month)
    update public.email_processing_logs l set counted_month = counted.month from counted where l.id = ${logId}::uuid
    returning l.id`.execute(tx)
  return rows.length > 0
}

/** Whether the month takes one more mail; only `countMail` decides it. */
export async function hasRoom(tx: Tx, userId: string, month: string): Promise<boolean> {
  const { rows } = await sql<{ room: boolean }>`
    select app.email_limit_total(${userId}::uuid) > coalesce(
      (select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date), 0) as room`.execute(
    tx,
  )
  return rows[0]?.room ?? false
}

/** Failed mail does not count (invariant I9). */
export async function uncountMail(tx: Tx, logId: string): Promise<void> {
  await sql`
    with was as (
      update public.email_processing_logs l set counted_month = null
      from (select id, user_id, counted_month from public.email_processing_logs where id = ${logId}::uuid for update) old
      where l.id = old.id and old.counted_month is not null returning old.user_id, old.counted_month)
    update public.usage u set emails_processed = greatest(u.emails_processed - 1, 0)
    from was where u.user_id = was.user_id and u.month = was.counted_month`.execute(tx)
}

/** Writes down what was decided, before anything is done about it: a worker that takes over does the same, not something else. */
export async function recordDecision(tx: Tx, logId: string, decision: Decision): Promise<void> {
  await tx
    .updateTable('email_processing_logs')
    .set({
      target_folder_id: decision.folderId,
      classification_confidence: decision.confidence,
      decided_by: decision.by,
      explanation: decision.explanation,
      evidence: JSON.stringify(decision.evidence),
      runner_up_folder_id: decision.runnerUp?.folderId ?? null,
      runner_up_confidence: decision.runnerUp?.confidence ?? null,
      asked_model: decision.askedModel,
    })
    .where('id', '=', logId)
    .execute()
}

/** What was decided for a mail that is over the limit is nobody's business: it was never done. */
export async function forgetDecision(tx: Tx, logId: string): Promise<void> {
  await tx
    .updateTable('email_processing_logs')
    .set({
      target_folder_id: null,
      classification_confidence: null,
      decided_by: null,
      explanation: null,
      evidence: noEvidence,
      runner_up_folder_id: null,
      runner_up_confidence: null,
    })
    .where('id', '=', logId)
    .execute()
}

export interface Ending {
  status: 'processed' | 'left' | 'limit_reached' | 'failed'
  reason: ReasonCode
  /** Who decided, where the mail was sorted: for the event. */
  by?: DecidedBy | null
  /** Replaces what the decision said. */
  explanation?: string
  movedAt?: Date
}

export async function endLedgerRow(tx: Tx, logId: string, ending: Ending, now: Date): Promise<void> {
  await tx
    .updateTable('email_processing_logs')
    .set({
      status: ending.status,
      reason: ending.reason,
      processed_at: now,
      ...(ending.explanation === undefined ? {} : { explanation: ending.explanation }),
      ...(ending.movedAt === undefined ? {} : { moved_at: ending.movedAt }),
      ...(ending.status === 'left' ? { target_folder_id: null } : {}),
    })
    .where('id', '=', logId)
    .execute()
}

/** Takes subject, sender, and what may quote them (explanation, evidence, what was before the user's word) out of old rows; the reason stays. @returns how many there were, at most `most` */
export async function forgetMailBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('email_processing_logs')
    .select('id')
    .where('processed_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('subject', 'is not', null),
        eb('from_address', 'is not', null),
        eb('explanation', 'is not', null),
        eb('evidence', '<>', noEvidence),
        eb('before_correction', 'is not', null),
      ]),
    )
    .limit(most)
  const result = await tx
    .updateTable('email_processing_logs')
    .set({ subject: null, from_address: null, from_name: null, explanation: null, evidence: noEvidence })
    .set({ before_correction: null })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
