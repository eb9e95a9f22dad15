import { sql, type Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { AppBillingCustomersRow } from '../db/rows.ts'
import type { StripeConfig } from '../service-settings.ts'

export type Mode = StripeConfig['mode']
export type BillingCustomer = Selectable<AppBillingCustomersRow>

/** How long the lock below may rest while Stripe is asked, call after call. */
const longestRest = '180s'

/** One at a time changes anything of a person at Stripe, or reads it into our tables; the lock goes with the transaction. */
export async function lockBilling(tx: Tx, about: string): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${longestRest}, true),
    pg_advisory_xact_lock(hashtextextended(${`billing/${about}`}, 0))`.execute(tx)
}

export async function billingCustomer(tx: Tx, userId: string): Promise<BillingCustomer | null> {
  const found = tx.selectFrom('app.billing_customers').selectAll().where('user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

/** The row from which a customer is made; one of another of Stripe's worlds, or a lost one, gives way. */
export async function awaitCustomer(
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

export async function keepCustomer(tx: Tx, userId: string, customerId: string | null): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set({ stripe_customer_id: customerId })
    .where('user_id', '=', userId)
    .execute()
}

/** Stripe has it no longer: the next one gets another key. */
export async function dropCustomer(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({ stripe_customer_id: null, generation: eb('generation', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Whose customer it is; null where it is none of ours. */
export async function ownerOfCustomer(tx: Tx, customerId: string, mode: Mode): Promise<string | null> {
  const found = await tx
    .selectFrom('app.billing_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', customerId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** @returns whether there is anybody to read */
export async function wantSyncOfUser(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({ syncs_wanted: eb('syncs_wanted', '+', 1), next_sync_at: now }))
    .where('user_id', '=', userId)
    .where('stripe_customer_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param wanted as it was before Stripe was asked: what came meanwhile is done later */
export async function syncDone(tx: Tx, userId: string, wanted: number): Promise<void> {
  await tx
    .updateTable('app.billing_customers')
    .set({ syncs_done: sql<number>`greatest(syncs_done, ${wanted})`, sync_attempts: 0 })
    .where('user_id', '=', userId)
    .execute()
}

/** Reading is wanted still, whoever asked for it. @returns how often it has failed in a row */
export async function syncFailed(tx: Tx, userId: string, next: (attempts: number) => Date): Promise<number> {
  const row = await tx
    .updateTable('app.billing_customers')
    .set((eb) => ({
      sync_attempts: eb('sync_attempts', '+', 1),
      syncs_wanted: sql<number>`greatest(syncs_wanted, syncs_done + 1)`,
    }))
    .where('user_id', '=', userId)
    .returning('sync_attempts')
    .executeTakeFirst()
  const attempts = row?.sync_attempts ?? 1
  const set = tx.updateTable('app.billing_customers').set({ next_sync_at: next(attempts) })
  await set.where('user_id', '=', userId).execute()
  return attempts
}

export async function dueSyncs(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.billing_customers')
    .select('user_id')
    .whereRef('syncs_wanted', '>', 'syncs_done')
    .where('stripe_customer_id', 'is not', null)
    .where('next_sync_at', '<=', now)
    .orderBy('next_sync_at')
    .limit(500)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Every night everybody who pays, or was about to, is read anew. */
export async function wantSyncOfAll(tx: Tx, now: Date): Promise<void> {
  await sql`
    update app.billing_customers c set syncs_wanted = syncs_wanted + 1, next_sync_at = ${now}
    where c.stripe_customer_id is not null and (
      exists (select from public.subscriptions s where s.user_id = c.user_id and s.stripe_subscription_id is not null)
      or exists (select from app.checkout_attempts a where a.user_id = c.user_id and a.created_at > ${now}::timestamptz - interval '3 days'))`.execute(
    tx,
  )
}
