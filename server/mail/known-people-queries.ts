import { sql } from 'kysely'
import { exactAddress } from '../../contract/address.ts'
import type { Tx } from '../db/database.ts'
import type { SentMail } from '../vendors/graph-sent.ts'

/** @returns null where the mailbox is gone, its sign-in is over, or the user does not want to hear of it; `until` null where nothing was read yet */
export async function sentReadUntil(tx: Tx, mailboxId: string): Promise<{ until: Date | null } | null> {
  const row = await tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_work as w', 'w.mailbox_id', 'm.id')
    .select('w.sent_read_until')
    .where('m.id', '=', mailboxId)
    .where('m.status', '=', 'active')
    .where('m.keep_known_people', '=', true)
    .executeTakeFirst()
  return row ? { until: row.sent_read_until } : null
}

/**
 * Of what we made, only the drafts count, which the user has sent: what is forwarded by itself they have not written. Nothing is kept where
 * the user has switched it off while it was read, on again or not.
 * @param read.since what `sentReadUntil` said before it was read
 */
export async function keepKnownPeople(
  tx: Tx,
  read: { mailboxId: string; sent: SentMail[]; since: Date | null; until: Date },
): Promise<void> {
  if (!(await isStillWanted(tx, read))) return
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

/** Holds the mailbox's work, as `forgetKnownPeople` does, and then looks what the user has said. */
async function isStillWanted(tx: Tx, read: { mailboxId: string; since: Date | null }): Promise<boolean> {
  const held = await tx
    .selectFrom('app.mailbox_work')
    .select('mailbox_id')
    .where('mailbox_id', '=', read.mailboxId)
    .where('sent_read_until', 'is not distinct from', read.since)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  const mailbox = tx.selectFrom('mailboxes').select('keep_known_people').where('id', '=', read.mailboxId)
  return (await mailbox.executeTakeFirst())?.keep_known_people ?? false
}

/** Until they are read again, from the beginning. To be called before the mailbox itself is changed, as whoever disconnects it locks them in this order. */
export async function forgetKnownPeople(tx: Tx, at: { mailboxId: string; userId: string }): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ sent_read_until: null })
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .execute()
  await tx
    .deleteFrom('app.known_people')
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
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
