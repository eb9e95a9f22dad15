import { sql } from 'kysely'
import { responsesTo, type Tx } from '../../db/database.ts'
import { isNodeDead } from '../../db/presence.ts'
import { outageProbeAt } from '../../mail/access/outage-probe-queries.ts'
import { actionClaimSeconds } from '../limits.ts'
import { isMessageFree, messageCallsEndAt } from '../runner/calls-in-flight-queries.ts'

/** Messages that one reconcile job enqueues, in total and per mailbox: a backlog must not delay other mailboxes. */
const dueActionsMaxMessages = 1000
const dueActionsMaxMessagesPerMailbox = 25

/**
 * The right to run a message's actions. The token is a fencing token: each new claim increments it, and every write
 * compares it, so that a worker whose claim has expired cannot change anything.
 */
export interface MessageClaim {
  logId: string
  token: number
}

/** Measured by the database's clock, so clock differences between nodes do not matter. */
const claimDuration = sql`${actionClaimSeconds} * interval '1 second'`
const never = sql<Date>`'-infinity'`

/**
 * Marks a message as having actions to run; if it is marked already, makes it due now. Locks the row, which
 * `deletePendingMessage` waits for.
 */
export async function upsertPendingMessage(tx: Tx, logId: string, now: Date): Promise<void> {
  await sql`
    insert into app.pending_action_messages as m (log_id, user_id, mailbox_id, next_attempt_at, created_at)
    select l.id, l.user_id, l.mailbox_id, ${now}::timestamptz, ${now}::timestamptz
    from public.email_processing_logs l where l.id = ${logId}::uuid
    on conflict (log_id) do update set next_attempt_at = least(m.next_attempt_at, excluded.next_attempt_at),
      attempts = 0, first_attempt_at = null`.execute(tx)
}

/**
 * The same for many messages, each due since its own time: the earliest run first. Locks the rows in one order, so that
 * two calls wait for each other.
 */
export async function upsertPendingMessages(
  tx: Tx,
  messages: ReadonlyMap<string, { dueAt: Date }>,
  now: Date,
): Promise<void> {
  const rows = [...messages].map(([logId, { dueAt }]) => ({ logId, dueAt: dueAt.toISOString() }))
  await sql`
    insert into app.pending_action_messages as m (log_id, user_id, mailbox_id, next_attempt_at, created_at)
    select l.id, l.user_id, l.mailbox_id, d."dueAt", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ("logId" uuid, "dueAt" timestamptz)
    join public.email_processing_logs l on l.id = d."logId"
    order by l.id
    on conflict (log_id) do update set next_attempt_at = least(m.next_attempt_at, excluded.next_attempt_at),
      attempts = 0, first_attempt_at = null`.execute(tx)
}

/** @returns null if nothing is due for this message or another worker has claimed it */
export async function claimPendingMessage(
  tx: Tx,
  logId: string,
  { node, now }: { node: number; now: Date },
): Promise<MessageClaim | null> {
  // A statement sees what was committed before it began. This one waits for `beforeEffect` of a node that is regarded
  // as dead, so that the next one sees its call.
  const locked = tx
    .selectFrom('app.pending_action_messages')
    .select('log_id')
    .where('log_id', '=', logId)
    .forUpdate()
    .execute()
  const claimed = tx
    .updateTable('app.pending_action_messages as m')
    .set({ claim_token: sql`m.claim_token + 1`, claimed_until: sql`now() + ${claimDuration}`, claim_node: node })
    .where('m.log_id', '=', logId)
    .where('m.next_attempt_at', '<=', now)
    .where(isMessageFree('m'))
    .returning('m.claim_token')
    .executeTakeFirst()
  const [, row] = await responsesTo([locked, claimed])
  return row ? { logId, token: row.claim_token } : null
}

/**
 * Extends the claim and locks the row until the transaction ends. @returns false if another worker has the message
 */
export async function extendClaim(tx: Tx, { logId, token }: MessageClaim): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.pending_action_messages')
    .set({ claimed_until: sql`now() + ${claimDuration}` })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Extends the claim, and counts an attempt before the run starts, so that a message that crashes the process reaches
 * the maximum as well.
 * @returns null if another worker has the message
 */
export async function beginAttempt(
  tx: Tx,
  { logId, token }: MessageClaim,
  now: Date,
): Promise<{ attempts: number; since: Date } | null> {
  const row = await tx
    .updateTable('app.pending_action_messages')
    .set({ attempts: sql`attempts + 1`, first_attempt_at: sql`coalesce(first_attempt_at, ${now}::timestamptz)` })
    .set({ claimed_until: sql`now() + ${claimDuration}` })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
    .returning(['attempts', 'first_attempt_at'])
    .executeTakeFirst()
  return row ? { attempts: row.attempts, since: row.first_attempt_at ?? now } : null
}

/** Resets the attempts, because the run ended or starts over. @returns false if another worker has the message */
export async function resetAttempts(tx: Tx, { logId, token }: MessageClaim): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.pending_action_messages')
    .set({ attempts: 0, first_attempt_at: null })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Releases the claim and postpones the message.
 * @param countsAsAttempt false if nothing was tried because we were asked to wait
 * @returns false if another worker has the message
 */
export async function postponePendingMessage(
  tx: Tx,
  { logId, token }: MessageClaim,
  { until, countsAsAttempt }: { until: Date; countsAsAttempt: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.pending_action_messages')
    .set({
      next_attempt_at: until,
      claimed_until: never,
      ...(countsAsAttempt ? {} : { attempts: sql`greatest(attempts - 1, 0)` }),
    })
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes the row when all actions of the message have ended. @returns its mailbox; null if another worker has the
 * message
 */
export async function deletePendingMessage(tx: Tx, { logId, token }: MessageClaim): Promise<string | null> {
  const removed = tx
    .deleteFrom('app.pending_action_messages')
    .where('log_id', '=', logId)
    .where('claim_token', '=', token)
  return (await removed.returning('mailbox_id').executeTakeFirst())?.mailbox_id ?? null
}

/** The longest waiting message of a mailbox that is due and not claimed; null if there is none. */
export async function findNextDueMessage(tx: Tx, mailboxId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('app.pending_action_messages')
    .select('log_id')
    .where('mailbox_id', '=', mailboxId)
    .where('next_attempt_at', '<=', now)
    .where(isMessageFree('app.pending_action_messages'))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.log_id ?? null
}

/**
 * Messages that are due and not claimed, longest waiting first: after a wait, a pause, a stop, or the crash of the
 * worker that had claimed them.
 * @returns their places in their mailbox, from 0
 */
export async function findDueMessages(tx: Tx, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ log_id: string; place: number }>`
    select log_id, (rank_in_mailbox - 1)::int as place from (
      select m.log_id, m.next_attempt_at,
        row_number() over (partition by m.mailbox_id order by m.next_attempt_at) as rank_in_mailbox
      from app.pending_action_messages m
      join public.mailboxes b on b.id = m.mailbox_id
      left join app.mailbox_sync_states w on w.mailbox_id = m.mailbox_id
      where m.next_attempt_at <= ${now} and ${isMessageFree('m')} and not b.actions_paused
        and (w.paused_until is null or w.paused_until <= ${now})
        and coalesce(${outageProbeAt('b.id', now)} <= ${now}, true)
        and not exists (select from app.automation_switch s where s.stopped)) due
    where rank_in_mailbox <= ${dueActionsMaxMessagesPerMailbox}
    order by next_attempt_at limit ${dueActionsMaxMessages}`.execute(tx)
  return new Map(rows.map(({ log_id, place }) => [log_id, place]))
}

/** Messages of dead nodes that have a call in flight, and how long they are not free for. */
export const findMessagesInFlight = (tx: Tx): Promise<{ logId: string; waitMs: number }[]> =>
  tx
    .selectFrom('app.pending_action_messages as m')
    .select('m.log_id as logId')
    .select(sql<number>`extract(epoch from ${messageCallsEndAt('m')} - now())::float8 * 1000`.as('waitMs'))
    .where(sql<boolean>`m.claimed_until > now() and ${isNodeDead(sql.ref('m.claim_node'))}`)
    .where(sql<boolean>`${messageCallsEndAt('m')} > now()`)
    .execute()

/** Number of messages with actions that have not ended. */
export async function countPendingMessages(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('app.pending_action_messages')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirst()
  return row?.mails ?? 0
}
