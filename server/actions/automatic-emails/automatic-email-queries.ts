import { sql } from 'kysely'
import { addMs } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import { automaticEmailsPerHour, vendorClockGraceMs } from '../limits.ts'
import { forwardAnswerMs } from '../../limits.ts'

/** The same where only its subject shows that. */
const subjectAnswerMs = 7 * 24 * 60 * 60_000

/** A forward or a draft of a run, and who gets it. */
export interface AutomaticEmail {
  runId: string
  userId: string
  kind: 'forward' | 'draft'
  /** Lower case. */
  address: string
}

/** What recognises answers to a forward; what is unknown keeps its stored value. */
export interface ForwardMarks {
  messageIdHash?: Buffer | null
  originalIdHash?: Buffer | null
  subjectHash?: Buffer | null
}

const hourMs = 60 * 60_000

/**
 * Counts an email before an effect, unless this hour's emails to the same recipient are as many as allowed. A run
 * counts once, however often it is repeated. @returns whether it was counted
 */
export async function countAutomaticEmail(
  tx: Tx,
  { runId, userId, kind, address }: AutomaticEmail,
  { messageIdHash = null, originalIdHash = null, subjectHash = null }: ForwardMarks,
  now: Date,
): Promise<boolean> {
  // A statement sees what was committed before it began: the count comes after the lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId}/${kind}/${address}`}, 0))`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into app.automatic_emails as e
      (run_id, user_id, kind, address, counted_at, message_id_hash, original_id_hash, subject_hash)
    select ${runId}::uuid, ${userId}::uuid, ${kind}, ${address}, ${now}::timestamptz,
      ${messageIdHash}::bytea, ${originalIdHash}::bytea, ${subjectHash}::bytea
    where (select count(*) from app.automatic_emails o
           where o.user_id = ${userId}::uuid and o.kind = ${kind} and o.address = ${address}
             and o.counted_at > ${addMs(now, -hourMs)}::timestamptz and o.run_id <> ${runId}::uuid)
      < ${automaticEmailsPerHour}
    on conflict (run_id) do update set address = excluded.address, counted_at = excluded.counted_at,
      message_id_hash = coalesce(excluded.message_id_hash, e.message_id_hash),
      original_id_hash = coalesce(excluded.original_id_hash, e.original_id_hash),
      subject_hash = coalesce(excluded.subject_hash, e.subject_hash)`.execute(tx)
  return Number(numAffectedRows ?? 0n) > 0
}

/** Outlook may give a message another id when it sends it. */
export async function saveSentMessageId(tx: Tx, runId: string, messageIdHash: Buffer): Promise<void> {
  await tx
    .updateTable('app.automatic_emails')
    .set({ message_id_hash: messageIdHash })
    .where('run_id', '=', runId)
    .execute()
}

/** How a message refers to forwards of its user. */
interface ForwardReferences {
  /** One of the ids that it names, or its own id, is a forward's. */
  namesForward: boolean
  /** One of the ids that it names is that of a forwarded message: it continues that conversation. */
  namesOriginal: boolean
  /** Its subject is one of an answer to a recent forward. */
  answersSubject: boolean
  /** Senders of recently forwarded emails with its subject. */
  sendersOfSubject: string[]
}

export async function findForwardReferences(
  tx: Tx,
  message: {
    userId: string
    idHashes: Buffer[]
    answeredSubjectHashes: Buffer[]
    subjectHash: Buffer | null
    receivedAt: Date
  },
  now: Date,
): Promise<ForwardReferences> {
  const { userId, idHashes, answeredSubjectHashes, subjectHash, receivedAt } = message
  const since = (ms: number) => sql`e.user_id = ${userId}::uuid and e.kind = 'forward'
    and e.counted_at > ${addMs(now, -ms)}::timestamptz`
  // An email that was received before the forward does not answer it.
  const before = sql`e.counted_at < ${addMs(receivedAt, vendorClockGraceMs)}::timestamptz`
  const { rows } = await sql<ForwardReferences>`select
    exists (select from app.automatic_emails e
      where ${since(forwardAnswerMs)} and e.message_id_hash = any(${idHashes}::bytea[])) as "namesForward",
    exists (select from app.automatic_emails e
      where ${since(forwardAnswerMs)} and e.original_id_hash = any(${idHashes}::bytea[])) as "namesOriginal",
    exists (select from app.automatic_emails e
      where ${since(subjectAnswerMs)} and ${before} and e.subject_hash = any(${answeredSubjectHashes}::bytea[])
      ) as "answersSubject",
    array(select distinct l.from_address from app.automatic_emails e
      join public.email_action_runs r on r.id = e.run_id join public.email_processing_logs l on l.id = r.log_id
      where ${since(subjectAnswerMs)} and ${before} and e.subject_hash = ${subjectHash}::bytea
        and l.from_address is not null) as "sendersOfSubject"`.execute(tx)
  return rows[0] ?? { namesForward: false, namesOriginal: false, answersSubject: false, sendersOfSubject: [] }
}

/** Forwards are then too old to be answered. @returns how many, at most `most` */
export async function deleteAutomaticEmailsBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('app.automatic_emails')
    .select('run_id')
    .where('counted_at', '<', before)
    .orderBy('counted_at')
    .limit(most)
  const result = await tx.deleteFrom('app.automatic_emails').where('run_id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
