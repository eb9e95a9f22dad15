import type { Tx } from '../../db/database.ts'
import type { Mode } from './customer-queries.ts'

const customerClosureBatchSize = 100

/** Survives the deletion of the account. */
export async function insertCustomerClosure(tx: Tx, customer: { id: string; mode: Mode; now: Date }): Promise<void> {
  const { id, mode, now } = customer
  await tx
    .insertInto('app.pending_customer_closures')
    .values({ stripe_customer_id: id, mode, next_attempt_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('stripe_customer_id').doNothing())
    .execute()
}

export async function deleteBillingCustomer(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app.billing_customers').where('user_id', '=', userId).execute()
}

/** Counts the attempt before it is made. @returns null if the closure is done or not due */
export async function claimCustomerClosure(
  tx: Tx,
  id: string,
  { now, next }: { now: Date; next: (attempts: number) => Date },
): Promise<{ mode: Mode; attempts: number } | null> {
  const row = await tx
    .selectFrom('app.pending_customer_closures')
    .select(['mode', 'attempts'])
    .where('stripe_customer_id', '=', id)
    .where('next_attempt_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const attempts = row.attempts + 1
  await tx
    .updateTable('app.pending_customer_closures')
    .set({ attempts, next_attempt_at: next(attempts) })
    .where('stripe_customer_id', '=', id)
    .execute()
  return { mode: row.mode, attempts }
}

/** In an outage of Stripe: the attempt is not counted. */
export async function postponeCustomerClosure(tx: Tx, id: string, until: Date): Promise<void> {
  await tx
    .updateTable('app.pending_customer_closures')
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_attempt_at: until }))
    .where('stripe_customer_id', '=', id)
    .execute()
}

export async function deleteCustomerClosure(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.pending_customer_closures').where('stripe_customer_id', '=', id).execute()
}

export const listDueCustomerClosures = (tx: Tx, now: Date): Promise<{ customerId: string }[]> =>
  tx
    .selectFrom('app.pending_customer_closures')
    .select('stripe_customer_id as customerId')
    .where('next_attempt_at', '<=', now)
    .orderBy('stripe_customer_id')
    .limit(customerClosureBatchSize)
    .execute()
