import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface StoredSubscription {
  provider_subscription_id: string
  expires_at: Date
  renewed_at: Date
}

/** The mailbox with its switch and its subscription; the caller's own where `userId` is given. */
export async function subscriptionOf(tx: Tx, at: { mailboxId: string; userId?: string }) {
  const found = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
    .select(['m.user_id', 'm.status', 'm.real_time', 's.provider_subscription_id', 's.expires_at', 's.renewed_at'])
    .where('m.id', '=', at.mailboxId)
    .$if(at.userId !== undefined, (query) => query.where('m.user_id', '=', at.userId ?? ''))
    .executeTakeFirst()
  if (!found) return null
  const { provider_subscription_id, expires_at, renewed_at, ...mailbox } = found
  const subscription: StoredSubscription | null =
    provider_subscription_id && expires_at && renewed_at ? { provider_subscription_id, expires_at, renewed_at } : null
  return { ...mailbox, subscription }
}

/** Sorting by itself begins at this moment: what lies in the inbox already is left alone (decision 4). @returns false where it was on */
export async function switchOn(tx: Tx, at: { mailboxId: string; userId: string }, now: Date): Promise<boolean> {
  const switched = await tx
    .updateTable('mailboxes')
    .set({ real_time: true })
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .where('real_time', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!switched) return false
  await tx
    .updateTable('app.mailbox_work')
    .set({ delta_link: null, caught_up_until: now })
    .where('mailbox_id', '=', at.mailboxId)
    .execute()
  return true
}

export async function switchOff(tx: Tx, at: { mailboxId: string; userId: string }): Promise<boolean> {
  const switched = await tx
    .updateTable('mailboxes')
    .set({ real_time: false })
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .where('real_time', '=', true)
    .returning('id')
    .executeTakeFirst()
  return switched !== undefined
}

/** Puts the switch back where Microsoft refused, unless another request has succeeded meanwhile. */
export async function undoSwitchOn(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ real_time: false })
    .where('id', '=', mailboxId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('app.graph_subscriptions as s')
            .select('s.mailbox_id')
            .whereRef('s.mailbox_id', '=', 'mailboxes.id'),
        ),
      ),
    )
    .execute()
}

/** The caller's mailbox that a subscription belongs to. */
export async function mailboxOfSubscription(
  tx: Tx,
  at: { subscriptionId: string; userId: string },
): Promise<string | null> {
  const found = await tx
    .selectFrom('app.graph_subscriptions')
    .select('mailbox_id')
    .where('provider_subscription_id', '=', at.subscriptionId)
    .where('user_id', '=', at.userId)
    .executeTakeFirst()
  return found?.mailbox_id ?? null
}

/**
 * Keeps the subscription that was just made, if the switch is still on and no other worker's subscription is kept already
 * (one of `dead` does not count: it was deleted to make room).
 * @returns false where it must be deleted again
 */
export async function keepSubscription(
  tx: Tx,
  mailboxId: string,
  made: { id: string; clientStateHash: Buffer; expiresAt: Date; now: Date },
  dead: string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.graph_subscriptions
      (mailbox_id, user_id, provider_subscription_id, client_state_hash, expires_at, created_at, renewed_at)
    select m.id, m.user_id, ${made.id}, ${made.clientStateHash}, ${made.expiresAt}, ${made.now}, ${made.now}
    from public.mailboxes m where m.id = ${mailboxId} and m.real_time
    on conflict (mailbox_id) do update set
      provider_subscription_id = excluded.provider_subscription_id, client_state_hash = excluded.client_state_hash,
      expires_at = excluded.expires_at, created_at = excluded.created_at, renewed_at = excluded.renewed_at
      where graph_subscriptions.provider_subscription_id = any(${dead}::text[])
    returning mailbox_id`.execute(tx)
  return rows.length > 0
}

export async function noteRenewed(tx: Tx, subscriptionId: string, expiresAt: Date, now: Date): Promise<void> {
  await tx
    .updateTable('app.graph_subscriptions')
    .set({ expires_at: expiresAt, renewed_at: now })
    .where('provider_subscription_id', '=', subscriptionId)
    .execute()
}

export async function forgetSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.deleteFrom('app.graph_subscriptions').where('provider_subscription_id', '=', subscriptionId).execute()
}

export interface Recipient {
  subscriptionId: string
  clientStateHash: Buffer
  mailboxId: string
  userId: string
}

/**
 * Which of these subscriptions are ours, with the switch on. Mailboxes that are disconnected at this moment wait for the end. The ids come from
 * strangers, so many that as parameters of their own they would be more than a statement takes.
 */
export async function recipientsOf(tx: Tx, subscriptionIds: string[]): Promise<Recipient[]> {
  const rows = await tx
    .selectFrom('app.graph_subscriptions as s')
    .innerJoin('mailboxes as m', 'm.id', 's.mailbox_id')
    .select(['s.provider_subscription_id', 's.client_state_hash', 's.mailbox_id', 's.user_id'])
    .where(sql<boolean>`s.provider_subscription_id = any(${subscriptionIds}::text[])`)
    .where('m.real_time', '=', true)
    .orderBy('m.id')
    .forKeyShare('m')
    .execute()
  return rows.map((row) => ({
    subscriptionId: row.provider_subscription_id,
    clientStateHash: row.client_state_hash,
    mailboxId: row.mailbox_id,
    userId: row.user_id,
  }))
}

/** The next look at the subscription renews it, however new it is, and so finds out whether it still lives. */
export async function makeRenewalDue(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.graph_subscriptions')
    .set({ renewed_at: sql`'-infinity'` })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
