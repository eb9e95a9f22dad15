import { sql } from 'kysely'
import { exactAddress } from '../../contract/address.ts'
import type { Tx } from '../db/database.ts'
import type { SentMail } from '../vendors/graph-sent.ts'

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

/**
 * Of what we made, only the drafts count, which the user has sent: what is forwarded by itself they have not written.
 */
export async function keepKnownPeople(
  tx: Tx,
  read: { mailboxId: string; sent: SentMail[]; until: Date },
): Promise<void> {
  const written = read.sent.flatMap(({ to, effectId }) =>
    to.map((address) => ({ address: exactAddress(address), effectId })),
  )
  await sql`
    insert into app.known_people (mailbox_id, user_id, address)
    select m.id, m.user_id, w.address
    from public.mailboxes m,
      unnest(${written.map(({ address }) => address)}::text[], ${written.map(({ effectId }) => effectId)}::text[])
        as w (address, effect_id)
    where m.id = ${read.mailboxId}::uuid and length(w.address) between 3 and 320
      and (w.effect_id is null or exists (
        select from public.email_action_runs r
        where r.mailbox_id = m.id and r.id::text = w.effect_id and r.action_type = 'draft_reply'))
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('app.mailbox_work')
    .set({ sent_read_until: read.until })
    .where('mailbox_id', '=', read.mailboxId)
    .execute()
}

/**
 * Whether the user has written to this address, which is none of their own, and wants to hear of it.
 * @param address as `exactAddress` makes it
 */
export async function isKept(tx: Tx, mailboxId: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.known_people as k')
    .innerJoin('mailboxes as m', 'm.id', 'k.mailbox_id')
    .select('k.address')
    .where('k.mailbox_id', '=', mailboxId)
    .where('k.address', '=', address)
    .where('m.keep_known_people', '=', true)
    .where(
      sql<boolean>`not exists (select from public.mailboxes o where o.user_id = m.user_id and lower(o.email_address) = k.address)`,
    )
    .executeTakeFirst()
  return row !== undefined
}
