import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * `manual` and `waiting` were requested by the user: `waiting` had stayed in the inbox at the monthly limit. `backfill`
 * was in the inbox before sorting was switched on.
 */
export type InboxSource = 'notification' | 'delta' | 'manual' | 'waiting' | 'backfill'

/**
 * Condition on rows of `app.inbox_events`: messages of a backfill that is paused, or stopped at the limit, wait.
 * Messages that were decided before are completed; a scalar subquery, since PostgreSQL may read the rows in progress of
 * all mailboxes for an `exists`.
 */
export const isReleased = sql<boolean>`(backfill_id is null
  or exists (select from app.backfills b where b.id = backfill_id and b.state = 'running')
  or (select l.status from public.email_processing_logs l where l.mailbox_id = inbox_events.mailbox_id
    and l.message_id = inbox_events.message_id) = 'processing')`

/**
 * Inserts one row per mailbox and message, however often it is reported. Rows are inserted in key order, so that two
 * nodes with the same rows do not deadlock. A message that Outlook reports counts as new mail even if a backfill found
 * it first: it is sorted before the backfill, and its folder's actions run.
 * @returns the new rows
 */
export async function insertInboxEvents(
  tx: Tx,
  events: { mailboxId: string; messageId: string }[],
  source: InboxSource,
  now: Date,
): Promise<{ mailboxId: string; messageId: string }[]> {
  const { rows } = await sql<{ mailboxId: string; messageId: string }>`
    insert into app.inbox_events (mailbox_id, message_id, user_id, source, due_at, created_at)
    select distinct m.id, e.message_id, m.user_id, ${source}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${events.map((event) => event.mailboxId)}::uuid[], ${events.map((event) => event.messageId)}::text[])
      as e (mailbox_id, message_id)
    join public.mailboxes m on m.id = e.mailbox_id
    where m.real_time or ${source} in ('manual', 'waiting')
    order by m.id, e.message_id
    on conflict (mailbox_id, message_id)
      do update set source = excluded.source, backfill_id = null, created_at = excluded.created_at
      where inbox_events.source = 'backfill' and excluded.source in ('notification', 'delta')
    returning mailbox_id as "mailboxId", message_id as "messageId"`.execute(tx)
  return rows
}
