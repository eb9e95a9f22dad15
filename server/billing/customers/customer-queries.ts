import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AppBillingCustomersRow } from '../../db/rows.ts'
import type { StripeConfig } from '../../service-settings.ts'
import { addMs } from '../../clock.ts'

/** How long the billing lock's transaction may be idle while Stripe is called. */
const billingLockIdleTimeoutSeconds = 180
/** A customer without a subscription is synced if a checkout attempt is at most this old. */
const recentCheckoutAttemptMs = 3 * 24 * 60 * 60_000
const billingSyncBatchSize = 500

export type Mode = StripeConfig['mode']
type BillingCustomer = Selectable<AppBillingCustomersRow>

/** Serializes changes and syncs of one user's billing over all nodes; the lock ends with the transaction. */
export async function lockBilling(tx: Tx, key: string): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${billingLockIdleTimeoutSeconds}s`}, true),
    pg_advisory_xact_lock(hashtextextended(${`billing/${key}`}, 0))`.execute(tx)
}

export async function findBillingCustomer(tx: Tx, userId: string): Promise<BillingCustomer | null> {
  const found = tx.selectFrom('app.billing_customers').selectAll().where('user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** Prepares the row before the customer is created. `replace` drops a customer of another mode or a lost one. */
export async function upsertBillingCustomer(
  tx: Tx,
  { userId, mode, replace, now }: { userId: string; mode: Mode; replace: boolean; now: Date },
): Promise<BillingCustomer> {
  return tx
    .insertInto('app.billing_customers')
    .values({ user_id: userId, mode, created_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        mode,
        ...(replace && { stripe_customer_id: null, generation: eb('app.billing_customers.generation', '+', 1) }),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveCustomerId(tx: Tx, userId: string, customerId: string | null): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set({ stripe_customer_id: customerId })
    .where('user_id', '=', userId)
    .execute()
}

/** Clears a customer that Stripe has deleted; the next one is created with another idempotency key. */
export async function clearCustomerId(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({ stripe_customer_id: null, generation: eb('generation', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Finds the user of a customer; null for another account's customer. */
export async function findUserByCustomer(tx: Tx, customerId: string, mode: Mode): Promise<string | null> {
  const found = await tx
    .selectFrom('app.billing_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', customerId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** Requests a sync of the user's customer. @returns false if there is no customer */
export async function requestSync(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({ syncs_requested: eb('syncs_requested', '+', 1), next_sync_at: now }))
    .where('user_id', '=', userId)
    .where('stripe_customer_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param requested `syncs_requested` before Stripe was read: later requests cause another sync */
export async function completeSync(tx: Tx, userId: string, requested: number): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set({ syncs_completed: sql<number>`greatest(syncs_completed, ${requested})`, sync_attempts: 0 })
    .where('user_id', '=', userId)
    .execute()
}

/** Schedules the next attempt. @returns the number of consecutive failures */
export async function recordSyncFailure(tx: Tx, userId: string, next: (attempts: number) => Date): Promise<number> {
  const row = await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({
      sync_attempts: eb('sync_attempts', '+', 1),
      syncs_requested: sql<number>`greatest(syncs_requested, syncs_completed + 1)`,
    }))
    .where('user_id', '=', userId)
    .returning('sync_attempts')
    .executeTakeFirst()
  const attempts = row?.sync_attempts ?? 1
  const set = tx.updateTable('app.billing_customers').set({ next_sync_at: next(attempts) })
  await set.where('user_id', '=', userId).execute()
  return attempts
}

/** In an outage of Stripe: not counted as a failure of the sync. */
export async function postponeSync(tx: Tx, userId: string, until: Date): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set({
      next_sync_at: until,
      syncs_requested: sql<number>`greatest(syncs_requested, syncs_completed + 1)`,
    })
    .where('user_id', '=', userId)
    .execute()
}

export const listDueSyncs = (tx: Tx, now: Date): Promise<{ userId: string }[]> =>
  tx
    .selectFrom('app.billing_customers')
    .select('user_id as userId')
    .whereRef('syncs_requested', '>', 'syncs_completed')
    .where('stripe_customer_id', 'is not', null)
    .where('next_sync_at', '<=', now)
    .orderBy('next_sync_at')
    .limit(billingSyncBatchSize)
    .execute()

/** Requests a sync of every user with a subscription or a recent checkout attempt. */
export async function requestSyncOfAll(tx: Tx, now: Date): Promise<void> {
  await sql`
    update app.billing_customers c set syncs_requested = syncs_requested + 1, next_sync_at = ${now}
    where c.stripe_customer_id is not null and (
      exists (select from public.subscriptions s where s.user_id = c.user_id and s.stripe_subscription_id is not null)
      or exists (select from app.checkout_attempts a
        where a.user_id = c.user_id and a.created_at > ${addMs(now, -recentCheckoutAttemptMs)}))`.execute(tx)
}
