import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Makes the next `reconcileSubscription` renew the subscription, which shows whether it still exists at Graph.
 * @param renewedBefore not if it was renewed since
 * @returns false where that was requested already, or is not needed
 */
export async function requestRenewal(tx: Tx, mailboxId: string, renewedBefore?: Date): Promise<boolean> {
  const requested = await tx
    .updateTable('app.graph_subscriptions')
    .set({ renewed_at: sql`'-infinity'` })
    .where('mailbox_id', '=', mailboxId)
    .where('renewed_at', '>', sql<Date>`'-infinity'`)
    .$call((query) => (renewedBefore ? query.where('renewed_at', '<=', renewedBefore) : query))
    .executeTakeFirst()
  return requested.numUpdatedRows > 0n
}
