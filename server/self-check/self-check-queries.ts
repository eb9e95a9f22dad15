import { sql } from 'kysely'
import { usageMonth } from '../../contract/limits.ts'
import { addMs } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import { shuffledAt } from '../db/shuffle.ts'
import { selfCheckLateMs, selfCheckWindowMs } from './limits.ts'
import { callable } from '../mail/access/callable-mailbox-queries.ts'
import { isReleased } from '../mail/inbox-events/inbox-event-queries.ts'

/** A random sample of the mailboxes that are sorted in real time and may be called. */
export async function sampleMailboxes(tx: Tx, now: Date, size: number): Promise<string[]> {
  const sample = callable(tx, now)
    .where('m.status', '=', 'active')
    .where('m.real_time', '=', true)
    .where('w.real_time_since', 'is not', null)
    .orderBy(shuffledAt('m.id', now))
    .limit(size)
  return (await sample.execute()).map(({ id }) => id)
}

export interface StoredMailbox {
  userId: string
  realTimeSince: Date
  caughtUpUntil: Date | null
  subscription: string | null
  /** Ids of messages that have been due for too long. */
  late: string[]
  /** A run that has created one draft or sent one forward; null where there is none. */
  effectRunId: string | null
}

export async function storedMailbox(tx: Tx, mailboxId: string, now: Date): Promise<StoredMailbox | null> {
  const row = await tx
    .selectFrom('app.mailbox_sync_states as w')
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'w.mailbox_id')
    .select(['w.user_id', 'w.real_time_since', 'w.caught_up_until', 's.provider_subscription_id'])
    .where('w.mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (!row?.real_time_since) return null
  const late = await tx
    .selectFrom('app.inbox_events')
    .select('message_id')
    .where('mailbox_id', '=', mailboxId)
    .where('due_at', '<=', addMs(now, -selfCheckLateMs))
    .where(isReleased)
    .execute()
  const run = await tx
    .selectFrom('email_action_runs')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('status', '=', 'done')
    .where('action_type', 'in', ['draft_reply', 'forward_mail'])
    .where('ended_at', '>', addMs(now, -selfCheckWindowMs))
    .orderBy(shuffledAt('id', now))
    .limit(1)
    .executeTakeFirst()
  return {
    userId: row.user_id,
    realTimeSince: row.real_time_since,
    caughtUpUntil: row.caught_up_until,
    subscription: row.provider_subscription_id,
    late: late.map((event) => event.message_id),
    effectRunId: run?.id ?? null,
  }
}

export async function findStoredSubscription(tx: Tx, mailboxId: string): Promise<string | null> {
  const found = tx.selectFrom('app.graph_subscriptions').select('provider_subscription_id as id')
  return (await found.where('mailbox_id', '=', mailboxId).executeTakeFirst())?.id ?? null
}

/** Those of the messages that have neither a row in the processing log nor one that waits. */
export async function unknownMessages(tx: Tx, mailboxId: string, messageIds: string[]): Promise<string[]> {
  if (messageIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${messageIds}::text[]) as m (id)
    where not exists (select from app.inbox_events e where e.mailbox_id = ${mailboxId}::uuid and e.message_id = m.id)
      and not exists (select from public.email_processing_logs l
        where l.mailbox_id = ${mailboxId}::uuid and l.message_id = m.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The user's count of this month, and the rows that it counts. One statement: both change in one transaction. */
export async function countOfMonth(tx: Tx, userId: string, now: Date): Promise<{ count: number; rows: number }> {
  const month = usageMonth(now)
  const { rows } = await sql<{ count: number; rows: number }>`
    select coalesce((select u.emails_processed from public.usage u
        where u.user_id = ${userId}::uuid and u.month = ${month}::date), 0)::integer as count,
      (select count(*) from public.email_processing_logs l where l.user_id = ${userId}::uuid
        and l.counted_month = ${month}::date and l.processed_at >= ${month}::date)::integer as rows`.execute(tx)
  return rows[0] ?? { count: 0, rows: 0 }
}

/** The rows of a disconnected mailbox are deleted; its emails stay counted. @param tx as accounts */
export async function hasDisconnectedMailbox(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('auth.audit_log_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('action', '=', 'mailbox_disconnected')
    .where('created_at', '>=', new Date(`${usageMonth(now)}T00:00:00Z`))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
