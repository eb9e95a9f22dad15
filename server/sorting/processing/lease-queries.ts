import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isNodeDead } from '../../db/presence.ts'
import { mailboxLeaseSeconds } from '../../limits.ts'

/**
 * The exclusive right to sort a mailbox. Each holder gets a higher token: writes of an overtaken worker are refused
 * by it.
 */
export interface Lease {
  mailboxId: string
  token: number
}

/**
 * Covers one message with slow responses; each batch renews it. Measured by the database's clock: node clocks may
 * differ.
 */
const leaseDuration = sql`${sql.lit(mailboxLeaseSeconds)} * interval '1 second'`

/**
 * Claims a mailbox whose lease has expired or whose node has died.
 * @returns the new fencing token, null where it is held
 */
export async function claimLease(tx: Tx, mailboxId: string, node: number): Promise<number | null> {
  const row = await tx
    .updateTable('app.mailbox_sync_states as w')
    .set({ lease_token: sql`w.lease_token + 1`, leased_until: sql`now() + ${leaseDuration}`, lease_node: node })
    .where('w.mailbox_id', '=', mailboxId)
    .where(sql<boolean>`(w.leased_until <= now() or ${isNodeDead(sql.ref('w.lease_node'))})`)
    .returning('w.lease_token')
    .executeTakeFirst()
  return row?.lease_token ?? null
}

/**
 * Extends the lease once a third of it has passed. Extending it at each call would write the row for every message
 * and wait for all transactions that have it locked. @returns whether it is still held
 */
export async function extendLease(tx: Tx, lease: Lease): Promise<boolean> {
  const held = await tx
    .selectFrom('app.mailbox_sync_states')
    .select(sql<boolean>`leased_until < now() + ${leaseDuration} * 2 / 3`.as('runs_out'))
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst()
  if (!held?.runs_out) return held !== undefined
  const result = await tx
    .updateTable('app.mailbox_sync_states')
    .set({ leased_until: sql`now() + ${leaseDuration}` })
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function clearLease(tx: Tx, lease: Lease): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ leased_until: sql`'-infinity'` })
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .execute()
}

/**
 * Locks the lease row until the transaction ends.
 * @param durable false: the commit does not wait for the disk, see `withLease`
 */
export async function lockLease(tx: Tx, lease: Lease, durable: boolean): Promise<boolean> {
  const row = await tx
    .selectFrom('app.mailbox_sync_states')
    .select('mailbox_id')
    .$if(!durable, (query) => query.select(sql`set_config('synchronous_commit', 'off', true)`.as('commit')))
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
