import type pg from 'pg'
import { randomInt } from 'node:crypto'

/**
 * A node's sign of life: a session advisory lock that the database drops by itself with the node's connection. Whoever asks
 * for a mailbox's lease sees at once that its holder is dead, without waiting for the lease's end.
 */
export interface Presence {
  /** The key of the lock; other nodes find it in pg_locks. */
  node: number
  [Symbol.asyncDispose](): Promise<void>
}

/** The first half of the lock's key, ours alone. */
export const presenceClass = 730_211

export async function announcePresence(pool: pg.Pool, onError: (error: Error) => void): Promise<Presence> {
  const node = randomInt(1, 2_147_483_647)
  let client = await lock(pool, node)
  let closing = false

  const watch = (): void => {
    client.once('error', (error) => {
      client.release(error)
      if (closing) return
      onError(error)
      void again()
    })
  }
  // Until it is announced again the node's leases can be taken over; the fencing token keeps that harmless.
  const again = async (): Promise<void> => {
    try {
      client = await lock(pool, node)
      watch()
    } catch (error) {
      if (error instanceof Error) onError(error)
      if (!closing) setTimeout(() => void again(), 1000).unref()
    }
  }
  watch()

  return {
    node,
    async [Symbol.asyncDispose]() {
      closing = true
      await client.query('select pg_advisory_unlock($1, $2)', [presenceClass, node]).catch(() => undefined)
      client.release()
    },
  }
}

async function lock(pool: pg.Pool, node: number): Promise<pg.PoolClient> {
  const client = await pool.connect()
  await client.query('select pg_advisory_lock($1, $2)', [presenceClass, node])
  return client
}
