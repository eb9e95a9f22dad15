import type { Tx } from '../db/database.ts'
import type { StripeEvent } from '../vendors/stripe-events.ts'

/** @returns whether it is new: Stripe sends each at least once */
export async function addEvent(
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
      // Of people who are none of ours, or no longer, nothing is kept.
      stripe_customer_id: state === 'used' ? event.customerId : null,
      state,
      received_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function forgetEventsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app.stripe_events').where('received_at', '<', before).execute()
}

export async function forgetEventsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom('app.stripe_events').where('stripe_customer_id', '=', customerId).execute()
}
