import { sql } from 'kysely'
import { exactAddress } from '../../../contract/address.ts'
import type { Tx } from '../../db/database.ts'
import type { SentMessage } from '../../vendors/mailbox/message.ts'
import { deleteFollowUps, saveSentConversations } from './follow-up-queries.ts'

/**
 * How far Sent Items were read: `until` is null before the first read.
 * @returns null where the mailbox cannot be used, or the user has switched known people off
 */
export async function findSentItemsState(tx: Tx, mailboxId: string): Promise<{ until: Date | null } | null> {
  const row = await tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
    .select('w.sent_read_until')
    .where('m.id', '=', mailboxId)
    .where('m.status', '=', 'active')
    .where('m.keep_known_people', '=', true)
    .executeTakeFirst()
  return row ? { until: row.sent_read_until } : null
}

/**
 * Of the messages that Mailroom created, only drafts count, because the user has sent them; automatic forwards do not.
 * Stores nothing if the setting was switched off during the read, even if it was switched on again.
 * @param read.since `until` of `findSentItemsState` before the read
 */
export async function saveKnownPeople(
  tx: Tx,
  read: { mailboxId: string; sent: SentMessage[]; since: Date | null; until: Date },
): Promise<void> {
  if (!(await lockUnlessSwitchedOff(tx, read))) return
  const recipients = read.sent.flatMap(({ to, effectId }) =>
    to.map((address) => ({ address: exactAddress(address), effectId })),
  )
  await sql`
    insert into app.known_people (mailbox_id, user_id, address)
    select m.id, m.user_id, w.address
    from public.mailboxes m,
      unnest(${recipients.map(({ address }) => address)}::text[], ${recipients.map(({ effectId }) => effectId)}::text[])
        as w (address, effect_id)
    where m.id = ${read.mailboxId}::uuid and length(w.address) between 3 and 320
      and (w.effect_id is null or exists (
        select from public.email_action_runs r
        where r.mailbox_id = m.id and r.id::text = w.effect_id and r.action_type = 'draft_reply'))
    on conflict do nothing`.execute(tx)
  // The first read is of old email, whose answers may have come before.
  if (read.since !== null) await saveSentConversations(tx, read.mailboxId, read.sent)
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ sent_read_until: read.until })
    .where('mailbox_id', '=', read.mailboxId)
    .execute()
}

/** Locks the sync state, as `deleteKnownPeople` does, and then checks the setting. */
async function lockUnlessSwitchedOff(tx: Tx, read: { mailboxId: string; since: Date | null }): Promise<boolean> {
  const locked = await tx
    .selectFrom('app.mailbox_sync_states')
    .select('mailbox_id')
    .where('mailbox_id', '=', read.mailboxId)
    .where('sent_read_until', 'is not distinct from', read.since)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return false
  const mailbox = tx.selectFrom('mailboxes').select('keep_known_people').where('id', '=', read.mailboxId)
  return (await mailbox.executeTakeFirst())?.keep_known_people ?? false
}

/**
 * Must be called before the mailbox row is updated, to lock in the same order as disconnecting. The next read starts
 * from the beginning.
 */
export async function deleteKnownPeople(tx: Tx, at: { mailboxId: string; userId: string }): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ sent_read_until: null })
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .execute()
  await tx
    .deleteFrom('app.known_people')
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .execute()
  await deleteFollowUps(tx, at)
}

/**
 * Whether the user has written to this address, has known people switched on, and does not own the address.
 * @param address normalized by `exactAddress`
 */
export async function isKnownPerson(tx: Tx, mailboxId: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.known_people as k')
    .innerJoin('mailboxes as m', 'm.id', 'k.mailbox_id')
    .select('k.address')
    .where('k.mailbox_id', '=', mailboxId)
    .where('k.address', '=', address)
    .where('m.keep_known_people', '=', true)
    .where(
      sql<boolean>`not exists (select from public.mailboxes o
        where o.user_id = m.user_id and lower(o.email_address) = k.address)`,
    )
    .executeTakeFirst()
  return row !== undefined
}
