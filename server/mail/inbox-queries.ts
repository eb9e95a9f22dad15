import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** `manual`, `waiting`: the person asked for it; `waiting` stayed in the inbox at the month's limit, `backfill` lay there before. */
export type InboxSource = 'notification' | 'delta' | 'manual' | 'waiting' | 'backfill'

/**
 * Of rows of `app.inbox_events`. A backfill that is paused, or stopped at the limit, lets its mail wait; what was decided about before goes
 * on to its end.
 */
export const isOn = sql<boolean>`(backfill_id is null
  or exists (select from app.backfills b where b.id = backfill_id and b.state = 'running')
  or exists (select from public.email_processing_logs l where l.mailbox_id = inbox_events.mailbox_id
    and l.message_id = inbox_events.message_id and l.status = 'processing'))`

/**
 * One row a mailbox and message, however often it is announced. Always written in the order of the key: two nodes that write the same
 * rows at once wait for each other instead of locking each other out. What Outlook tells of is new mail, also where it was found first among
 * the mail that lay there: it goes before that, and its folder's actions run.
 * @returns the mailbox of each row that is new
 */
export async function insertEvents(
  tx: Tx,
  events: { mailboxId: string; messageId: string }[],
  source: InboxSource,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ mailbox_id: string }>`
    insert into app.inbox_events (mailbox_id, message_id, user_id, source, due_at, created_at)
    select distinct m.id, e.message_id, m.user_id, ${source}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${events.map((event) => event.mailboxId)}::uuid[], ${events.map((event) => event.messageId)}::text[])
      as e (mailbox_id, message_id)
    join public.mailboxes m on m.id = e.mailbox_id
    where m.real_time or ${source} in ('manual', 'waiting')
    order by m.id, e.message_id
    on conflict (mailbox_id, message_id) do update set source = excluded.source, backfill_id = null, created_at = excluded.created_at
      where inbox_events.source = 'backfill' and excluded.source in ('notification', 'delta')
    returning mailbox_id`.execute(tx)
  return rows.map((row) => row.mailbox_id)
}
