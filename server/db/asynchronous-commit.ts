import { sql } from 'kysely'
import type { Tx } from './transaction.ts'

export const asynchronousCommit = sql`set_config('synchronous_commit', 'off', true)`

/**
 * The commit of this transaction does not wait for the disk: for writes that the next attempt repeats where the
 * database loses them in a crash. A later commit that waits makes them durable as well.
 */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`select ${asynchronousCommit}`.execute(tx)
}
