import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { presenceClass } from '../../db/presence.ts'
import type { Lease } from './lease.ts'

/** Long enough for one mail with slow answers; it is renewed with each batch. The database's clock counts, so no node's clock can err. */
const leaseLength = sql`interval '90 seconds'`

/** Takes a mailbox's lease where it has ended, or its node has died. @returns the new fencing token, null where it is held */
export async function takeLease(tx: Tx, mailboxId: string, node: number): Promise<number | null> {
  const row = await tx
    .updateTable('app.mailbox_work as w')
    .set({ lease_token: sql`w.lease_token + 1`, leased_until: sql`now() + ${leaseLength}`, lease_node: node })
    .where('w.mailbox_id', '=', mailboxId)
    .where(
      sql<boolean>`(w.leased_until <= now() or not exists (
        select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
          and l.database = (select oid from pg_database where datname = current_database())
          and l.classid = ${presenceClass} and l.objid = w.lease_node))`,
    )
    .returning('w.lease_token')
    .executeTakeFirst()
  return row?.lease_token ?? null
}

/**
 * Makes the lease longer once a third of it is over. Not at each call: the row would be written for every mail, and whoever writes it
 * waits for all that look at it under way. @returns whether it is still held
 */
export async function extendLease(tx: Tx, lease: Lease): Promise<boolean> {
  const held = await tx
    .selectFrom('app.mailbox_work')
    .select(sql<boolean>`leased_until < now() + ${leaseLength} * 2 / 3`.as('runs_out'))
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst()
  if (!held?.runs_out) return held !== undefined
  const result = await tx
    .updateTable('app.mailbox_work')
    .set({ leased_until: sql`now() + ${leaseLength}` })
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function freeLease(tx: Tx, lease: Lease): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ leased_until: sql`'-infinity'` })
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .execute()
}

/** @param durable false: the commit does not wait for the disk, see `underLease` */
export async function holdsLease(tx: Tx, lease: Lease, durable: boolean): Promise<boolean> {
  const row = await tx
    .selectFrom('app.mailbox_work')
    .select('mailbox_id')
    .$if(!durable, (query) => query.select(sql`set_config('synchronous_commit', 'off', true)`.as('commit')))
    .where('mailbox_id', '=', lease.mailboxId)
    .where('lease_token', '=', lease.token)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
