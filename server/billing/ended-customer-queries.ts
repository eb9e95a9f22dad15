import type { Tx } from '../db/database.ts'
import type { Mode } from './customer-queries.ts'

/** The account goes, what must end at Stripe stays. */
export async function putEndedCustomer(tx: Tx, customer: { id: string; mode: Mode; now: Date }): Promise<void> {
  const { id, mode, now } = customer
  await tx
    .insertInto('app.ended_customers')
    .values({ stripe_customer_id: id, mode, next_attempt_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('stripe_customer_id').doNothing())
    .execute()
}

export async function removeBillingCustomer(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app.billing_customers').where('user_id', '=', userId).execute()
}

/** Counts the attempt before it is made. @returns null where it is done already, or is not due */
export async function takeEndedCustomer(
  tx: Tx,
  id: string,
  { now, next }: { now: Date; next: (attempts: number) => Date },
): Promise<{ mode: Mode; attempts: number } | null> {
  const row = await tx
    .selectFrom('app.ended_customers')
    .select(['mode', 'attempts'])
    .where('stripe_customer_id', '=', id)
    .where('next_attempt_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const attempts = row.attempts + 1
  await tx
    .updateTable('app.ended_customers')
    .set({ attempts, next_attempt_at: next(attempts) })
    .where('stripe_customer_id', '=', id)
    .execute()
  return { mode: row.mode, attempts }
}

export async function removeEndedCustomer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.ended_customers').where('stripe_customer_id', '=', id).execute()
}

export async function dueEndedCustomers(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.ended_customers')
    .select('stripe_customer_id')
    .where('next_attempt_at', '<=', now)
    .orderBy('stripe_customer_id')
    .limit(100)
    .execute()
  return rows.map(({ stripe_customer_id }) => stripe_customer_id)
}
