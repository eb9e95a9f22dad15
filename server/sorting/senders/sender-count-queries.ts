import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { countSenders } from './count-senders.ts'

/** Adds a page to the counts of a scan that runs. @param place the provider's id of the folder; '': the inbox */
export async function saveCounts(
  tx: Tx,
  { userId, mailboxId, place }: { userId: string; mailboxId: string; place: string },
  { senders, days }: ReturnType<typeof countSenders>,
): Promise<void> {
  // In one order, so that two transactions do not wait for each other.
  const ordered = senders.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  await sql`
    insert into app.senders as s (mailbox_id, user_id, address, name, last_at, list_id, unsubscribe_url)
    select ${mailboxId}::uuid, ${userId}::uuid, n.address, n.name, n.last_at, n.list_id, n.unsubscribe_url
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb)
      as n (address text, name text, last_at timestamptz, list_id text, unsubscribe_url text)
    on conflict (mailbox_id, address) do update set
      name = case when excluded.last_at >= s.last_at then excluded.name else s.name end,
      last_at = greatest(excluded.last_at, s.last_at),
      list_id = coalesce(excluded.list_id, s.list_id),
      unsubscribe_url = coalesce(excluded.unsubscribe_url, s.unsubscribe_url)`.execute(tx)
  await sql`
    insert into app.sender_days as d (mailbox_id, user_id, is_staged, address, day, place, emails, read)
    select ${mailboxId}::uuid, ${userId}::uuid, true, n.address, n.day, ${place}, n.emails, n.read
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n (address text, day date, emails integer, read integer)
    on conflict (mailbox_id, is_staged, address, day, place) do update set
      emails = d.emails + excluded.emails, read = d.read + excluded.read`.execute(tx)
}
