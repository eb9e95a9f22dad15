import type { Tx } from '../../db/database.ts'
import type { StripeEvent } from '../../vendors/stripe/stripe-events.ts'

/** @returns whether the event is new: Stripe delivers events at least once */
export async function insertStripeEvent(
  tx: Tx,
  event: StripeEvent,
  { state, now }: { state: 'used' | 'ignored'; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('app.stripe_events')
    .values({
      id: event.id,
      type: event.type,
      stripe_created_at: event.createdAt,
      api_version: event.apiVersion,
      livemode: event.livemode,
      // No customer id is stored for events of unknown or deleted customers.
      stripe_customer_id: state === 'used' ? event.customerId : null,
      state,
      received_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteStripeEventsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app.stripe_events').where('received_at', '<', before).execute()
}

export async function deleteStripeEventsOfCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom('app.stripe_events').where('stripe_customer_id', '=', customerId).execute()
}
