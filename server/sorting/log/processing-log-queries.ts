import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmailKind } from '../../../contract/email-kinds.ts'
import type { DecidedBy, ReasonCode } from '../../../contract/reasons.ts'
import type { Tx } from '../../db/database.ts'
import { DatabaseError } from '../../db/database-error.ts'
import type { Decision } from '../decision/decision.ts'
import { byMove, type Filing } from '../folders/filing-queries.ts'

const noEvidence = '[]'

export interface ProcessingLogRow {
  id: string
  status: string
  reason: string | null
  targetFolderId: string | null
  decidedBy: DecidedBy | null
  moved: boolean
  filing: Filing
  /** The category that it had while it waited in the inbox (`server/sorting/delayed`), and that is taken off. */
  formerCategory: string | null
}

export async function findProcessingLog(
  tx: Tx,
  mailboxId: string,
  messageId: string,
): Promise<ProcessingLogRow | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select(['id', 'status', 'reason', 'target_folder_id', 'decided_by', 'moved_at', 'stays_in_inbox', 'category'])
    .select('former_category as formerCategory')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const { id, status, reason, target_folder_id: targetFolderId, decided_by: decidedBy, moved_at, formerCategory } = row
  const filing = { staysInInbox: row.stays_in_inbox, category: row.category }
  return { id, status, reason, targetFolderId, decidedBy, moved: moved_at !== null, filing, formerCategory }
}

/** The stored fields of an email: ids, and what the processing history shows. Its text is never stored. */
export interface ProcessingLogEntry {
  userId: string
  mailboxId: string
  messageId: string
  internetMessageId: string | null
  conversationId: string | null
  subject: string | null
  fromAddress: string | null
  fromName: string | null
  /** The mailing list that it comes from. */
  listId: string | null
  receivedAt: Date | null
  /** The backfill that the message belongs to, if any. */
  backfillId: string | null
}

/** Rows that are inserted one after the other are neighbours in the index (RFC 9562, version 7). */
export function newLogId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const entryColumns = (entry: ProcessingLogEntry, now: Date) => ({
  user_id: entry.userId,
  mailbox_id: entry.mailboxId,
  message_id: entry.messageId,
  internet_message_id: entry.internetMessageId,
  conversation_id: entry.conversationId,
  subject: entry.subject,
  from_address: entry.fromAddress,
  from_name: entry.fromName,
  list_id: entry.listId,
  received_at: entry.receivedAt,
  backfill_id: entry.backfillId,
  processed_at: now,
})

/**
 * Inserts the row of a message. The unique key on (mailbox, message) makes sure that only one worker processes it.
 * @returns its id, null where the message has a row already
 */
export async function insertProcessingLog(tx: Tx, entry: ProcessingLogEntry, now: Date): Promise<string | null> {
  const row = await tx
    .insertInto('email_processing_logs')
    .values({ id: newLogId(now), ...entryColumns(entry, now), status: 'processing' })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Inserts rows of messages that the user has chosen a folder for, in the inbox, and leaves rows that exist as they are.
 * @returns the id of each message's row
 */
export async function ensureLogsInInbox(
  tx: Tx,
  mailboxId: string,
  { entries, explanation, now }: { entries: readonly ProcessingLogEntry[]; explanation: string; now: Date },
): Promise<Map<string, string>> {
  const decided = { status: 'left', reason: 'user_moved', decided_by: 'user', explanation } as const
  await tx
    .insertInto('email_processing_logs')
    .values(entries.map((entry) => ({ id: newLogId(now), ...entryColumns(entry, now), ...decided })))
    .onConflict((existing) => existing.columns(['mailbox_id', 'message_id']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('email_processing_logs')
    .select(['id', 'message_id'])
    .where('mailbox_id', '=', mailboxId)
    .where(
      'message_id',
      'in',
      entries.map(({ messageId }) => messageId),
    )
    .execute()
  return new Map(rows.map(({ id, message_id }) => [message_id, id]))
}

const decisionColumns = (decision: Decision) => ({
  target_folder_id: decision.folderId,
  classification_confidence: decision.confidence,
  decided_by: decision.by,
  explanation: decision.explanation,
  evidence: JSON.stringify(decision.evidence),
  runner_up_folder_id: decision.runnerUp?.folderId ?? null,
  runner_up_confidence: decision.runnerUp?.confidence ?? null,
  decision_basis: decision.basis,
  second_choice_folder_id: decision.secondChoiceId,
  asked_model: decision.askedModel,
  actions_held: decision.actionsWait,
})

export const filingColumns = ({ staysInInbox, category }: Filing) => ({ stays_in_inbox: staysInInbox, category })

/** A decision, and what it means for the message: it is moved next (`processing`), or stays in the inbox. */
export interface DecidedMessage {
  decision: Decision
  status: 'processing' | 'left'
  /** Null while the message is in progress. */
  reason: ReasonCode | null
  /** Of an email in the inbox, for the groups of the review; null where it is of none. */
  kind: EmailKind | null
  /** The month that the message counts against; null where it is not counted yet. */
  countedMonth: string | null
  /** Null where it is not filed later. */
  delay: FilingDelay | null
  filing: Filing
}

/** When an email that waits in the inbox is filed; see `server/sorting/delayed`. */
export interface FilingDelay {
  /** Null: once the user has read it. */
  fileAt: Date | null
  /** It is filed earlier once the user has read it. */
  fileOnceRead: boolean
  /** When it was first seen as read; null: it is unread. */
  readAt: Date | null
  /** With a code or a link to sign in. */
  hasCode: boolean
}

const decidedColumns = ({ decision, status, reason, kind, countedMonth, delay, filing }: DecidedMessage) => ({
  ...decisionColumns(decision),
  ...filingColumns(filing),
  status,
  reason,
  email_kind: kind,
  counted_month: countedMonth,
  ...(delay && {
    file_at: delay.fileAt,
    file_once_read: delay.fileOnceRead,
    read_at: delay.readAt,
    has_code: delay.hasCode,
  }),
})

/** The message has a row in the processing log already. */
export class AlreadyLogged extends Error {}

/**
 * Inserts the row of a message with its decision, so that a worker that takes over makes the same move.
 * @throws AlreadyLogged; the transaction is then rolled back
 */
export async function insertDecidedLog(
  tx: Tx,
  { id, entry, decided, now }: { id: string; entry: ProcessingLogEntry; decided: DecidedMessage; now: Date },
): Promise<void> {
  try {
    await tx
      .insertInto('email_processing_logs')
      .values({ id, ...entryColumns(entry, now), ...decidedColumns(decided) })
      .execute()
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === messageKey) throw new AlreadyLogged()
    throw error
  }
}

const messageKey = 'email_processing_logs_mailbox_id_message_id_key'

/**
 * Stores the decision about a message that was left in the inbox at the limit.
 * @returns false where its row has another status by now
 */
export async function reopenProcessingLog(tx: Tx, logId: string, decided: DecidedMessage, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_processing_logs')
    .set({ ...decidedColumns(decided), processed_at: now })
    .where('id', '=', logId)
    .where('status', '=', 'limit_reached')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the decision about an email over the limit: it is not carried out, so it is not shown. */
export async function clearDecision(tx: Tx, logId: string): Promise<void> {
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
      decision_basis: null,
      second_choice_folder_id: null,
      email_kind: null,
      file_at: null,
      file_once_read: false,
      ...filingColumns(byMove),
    })
    .where('id', '=', logId)
    .execute()
}

export interface ProcessingOutcome {
  status: 'processed' | 'left' | 'limit_reached' | 'failed'
  reason: ReasonCode
  /** Who decided, for the event about a sorted email. */
  by?: DecidedBy | null
  /** Replaces the decision's explanation. */
  explanation?: string
  movedAt?: Date
  /** The folder does not exist in the mailbox any more: the email is not counted, and the user is notified once. */
  deletedFolderId?: string
}

export async function finishProcessingLog(tx: Tx, logId: string, ending: ProcessingOutcome, now: Date): Promise<void> {
  await tx
    .updateTable('email_processing_logs')
    .set({
      status: ending.status,
      reason: ending.reason,
      processed_at: now,
      ...(ending.explanation === undefined ? {} : { explanation: ending.explanation }),
      ...(ending.movedAt === undefined ? {} : { moved_at: ending.movedAt }),
      ...(ending.status === 'left' ? { target_folder_id: null, ...filingColumns(byMove) } : {}),
    })
    .where('id', '=', logId)
    .execute()
}

/** As in the condition of the index `email_processing_logs_unredacted`. */
const isUnredacted = sql<boolean>`(subject is not null or from_address is not null or explanation is not null
  or evidence <> '[]' or before_correction is not null)`

/**
 * Removes subject, sender, list and the fields that may quote them (explanation, evidence, the state before a
 * correction) from old rows. Status and reason stay.
 * @returns the number of rows changed, at most `limit`
 */
export async function redactLogsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const expired = tx
    .selectFrom('email_processing_logs')
    .select('id')
    .where('processed_at', '<', before)
    .where(isUnredacted)
    .orderBy('processed_at')
    .limit(limit)
  const result = await tx
    .updateTable('email_processing_logs')
    .set({ subject: null, from_address: null, from_name: null, list_id: null, explanation: null })
    .set({ evidence: noEvidence, before_correction: null })
    .where('id', 'in', expired)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
