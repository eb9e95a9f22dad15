import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AppGraphSubscriptionsRow } from '../../db/rows.ts'

export interface StoredSubscription {
  provider_subscription_id: string
  expires_at: Date
  renewed_at: Date
}

/** A row whose subscription Graph did not delete when real-time sorting was switched off. */
type LeftOverSubscription = Selectable<AppGraphSubscriptionsRow>

/** The mailbox with its real-time setting and its subscription. @param at with `userId`: only that user's mailbox */
export async function findSubscription(tx: Tx, at: { mailboxId: string; userId?: string }) {
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

/**
 * Switches on real-time sorting, from now on: messages that are in the inbox already are not sorted. A subscription
 * that Graph did not delete when it was switched off may still announce what arrived since. Its row is deleted, so that
 * its notifications are dropped; `reconcileSubscription` replaces it.
 * @returns the deleted row, for `revertRealTime`; null where it was on
 */
export async function enableRealTime(
  tx: Tx,
  at: { mailboxId: string; userId: string },
  now: Date,
): Promise<{ leftOver: LeftOverSubscription | undefined } | null> {
  const updated = await tx
    .updateTable('mailboxes')
    .set({ real_time: true })
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .where('real_time', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return null
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ delta_link: null, caught_up_until: now, real_time_since: now })
    .where('mailbox_id', '=', at.mailboxId)
    .execute()
  const leftOver = await tx
    .deleteFrom('app.graph_subscriptions')
    .where('mailbox_id', '=', at.mailboxId)
    .returningAll()
    .executeTakeFirst()
  return { leftOver }
}

export async function disableRealTime(tx: Tx, at: { mailboxId: string; userId: string }): Promise<boolean> {
  const updated = await tx
    .updateTable('mailboxes')
    .set({ real_time: false })
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .where('real_time', '=', true)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Switches real-time sorting off again after Graph refused, unless another request has succeeded meanwhile.
 * @param leftOver stored again, because it may be alive at Graph: `reconcileSubscription` deletes it
 */
export async function revertRealTime(
  tx: Tx,
  mailboxId: string,
  leftOver: LeftOverSubscription | undefined,
): Promise<void> {
  const reverted = await tx
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
    .executeTakeFirst()
  if (leftOver && reverted.numUpdatedRows > 0n)
    await tx.insertInto('app.graph_subscriptions').values(leftOver).execute()
}

/** The user's mailbox to which a subscription belongs. */
export async function findMailboxOfSubscription(
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
 * Stores a new subscription unless real-time sorting was switched off or another worker has stored one.
 * @param deleted ids of subscriptions that were deleted at Graph before, and may be replaced
 * @returns false where the new subscription must be deleted again
 */
export async function saveSubscription(
  tx: Tx,
  mailboxId: string,
  created: { id: string; clientStateHash: Buffer; expiresAt: Date; now: Date },
  deleted: string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.graph_subscriptions
      (mailbox_id, user_id, provider_subscription_id, client_state_hash, expires_at, created_at, renewed_at)
    select m.id, m.user_id, ${created.id}, ${created.clientStateHash}, ${created.expiresAt},
      ${created.now}, ${created.now}
    from public.mailboxes m where m.id = ${mailboxId} and m.real_time
    on conflict (mailbox_id) do update set
      provider_subscription_id = excluded.provider_subscription_id, client_state_hash = excluded.client_state_hash,
      expires_at = excluded.expires_at, created_at = excluded.created_at, renewed_at = excluded.renewed_at
      where graph_subscriptions.provider_subscription_id = any(${deleted}::text[])
    returning mailbox_id`.execute(tx)
  return rows.length > 0
}

export async function saveRenewal(tx: Tx, subscriptionId: string, expiresAt: Date, now: Date): Promise<void> {
  await tx
    .updateTable('app.graph_subscriptions')
    .set({ expires_at: expiresAt, renewed_at: now })
    .where('provider_subscription_id', '=', subscriptionId)
    .execute()
}

export async function deleteSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.deleteFrom('app.graph_subscriptions').where('provider_subscription_id', '=', subscriptionId).execute()
}

export interface NotifiedMailbox {
  subscriptionId: string
  clientStateHash: Buffer
  mailboxId: string
  userId: string
}

/**
 * The mailboxes of these subscriptions that have real-time sorting on, locked against disconnecting until the
 * transaction ends. The ids are unverified, and too many for one parameter each.
 */
export async function findNotifiedMailboxes(tx: Tx, subscriptionIds: string[]): Promise<NotifiedMailbox[]> {
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

/** @returns the failures since the last success */
export async function countSubscriptionFailure(tx: Tx, mailboxId: string): Promise<number> {
  const row = await tx
    .updateTable('app.mailbox_sync_states')
    .set({ subscription_failures: sql`subscription_failures + 1` })
    .where('mailbox_id', '=', mailboxId)
    .returning('subscription_failures')
    .executeTakeFirst()
  return row?.subscription_failures ?? 1
}

/** `reconcile-mailboxes` does not enqueue the job before. */
export async function postponeSubscription(tx: Tx, mailboxId: string, until: Date): Promise<void> {
  const row = tx.updateTable('app.mailbox_sync_states').set({ subscription_retry_at: until })
  await row.where('mailbox_id', '=', mailboxId).execute()
}

export async function clearSubscriptionFailures(tx: Tx, mailboxId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ subscription_failures: 0, subscription_retry_at: sql`'-infinity'` })
    .where('mailbox_id', '=', mailboxId)
    .where('subscription_failures', '>', 0)
    .execute()
}
