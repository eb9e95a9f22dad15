import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** @returns null where the mailbox is gone or its sign-in is over; `until` null where nothing was read yet */
export async function sentReadUntil(tx: Tx, mailboxId: string): Promise<{ until: Date | null } | null> {
  const row = await tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_work as w', 'w.mailbox_id', 'm.id')
    .select('w.sent_read_until')
    .where('m.id', '=', mailboxId)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
  return row ? { until: row.sent_read_until } : null
}

/** @param read.addresses exact, lower case */
export async function keepKnownPeople(
  tx: Tx,
  read: { mailboxId: string; addresses: string[]; until: Date },
): Promise<void> {
  await sql`
    insert into app.known_people (mailbox_id, user_id, address)
    select m.id, m.user_id, a.address
    from public.mailboxes m, unnest(${read.addresses}::text[]) as a(address) where m.id = ${read.mailboxId}::uuid
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('app.mailbox_work')
    .set({ sent_read_until: read.until })
    .where('mailbox_id', '=', read.mailboxId)
    .execute()
}

/** Whether the user has written to this address, and wants to hear of it. @param address exact, lower case */
export async function isKept(tx: Tx, mailboxId: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.known_people as k')
    .innerJoin('mailboxes as m', 'm.id', 'k.mailbox_id')
    .select('k.address')
    .where('k.mailbox_id', '=', mailboxId)
    .where('k.address', '=', address)
    .where('m.keep_known_people', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
