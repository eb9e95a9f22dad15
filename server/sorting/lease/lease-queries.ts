import { sql } from 'kysely'
import { asynchronousCommit } from '../../db/asynchronous-commit.ts'
import type { Tx } from '../../db/database.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { isNodeDead } from '../../db/presence.ts'
import { mailboxLeaseSeconds } from '../limits.ts'

/**
 * The exclusive right to sort a mailbox. Each holder gets a higher token: writes of an overtaken worker are refused
 * by it.
 */
export interface Lease {
  mailboxId: string
  token: number
  /** By the monotonic clock of this node (milliseconds): as long as no renewal is needed. */
  freshUntil: number
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

/** @returns whether it is still held */
export async function extendLease(tx: Tx, lease: Lease): Promise<boolean> {
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

/** Raised by `app.require_lease`. */
const leaseLostState = 'ML001'

/**
 * Locks the lease row until the transaction ends.
 * @param durable false: the commit does not wait for the disk, see `withLease`
 * @returns false where another worker has the mailbox; PostgreSQL then refuses all further statements
 */
export async function requireLease(tx: Tx, { mailboxId, token }: Lease, durable: boolean): Promise<boolean> {
  const withoutWaiting = durable ? sql`` : sql`, ${asynchronousCommit}`
  try {
    await sql`select app.require_lease(${mailboxId}::uuid, ${token}::bigint)${withoutWaiting}`.execute(tx)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === leaseLostState) return false
    throw error
  }
}
