import type pg from 'pg'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

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
  const closing = new AbortController()
  let holder: pg.PoolClient | null = hold(await lock(pool, node))

  function hold(client: pg.PoolClient): pg.PoolClient {
    client.once('error', (error) => {
      // Whoever lets go of the connection releases it, and only once.
      if (holder !== client) return
      holder = null
      client.release(error)
      onError(error)
      void again()
    })
    return client
  }

  // Until it is announced again the node's leases can be taken over; the fencing token keeps that harmless.
  async function again(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const client = hold(await lock(pool, node))
        if (closing.signal.aborted) return await unlock(client, node)
        holder = client
        return
      } catch (error) {
        if (error instanceof Error) onError(error)
        await delay(1000, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  return {
    node,
    async [Symbol.asyncDispose]() {
      closing.abort()
      const client = holder
      holder = null
      if (client) await unlock(client, node)
    },
  }
}

async function unlock(client: pg.PoolClient, node: number): Promise<void> {
  const unlocked = await client.query('select pg_advisory_unlock($1, $2)', [presenceClass, node]).catch(() => null)
  // A session that may still hold the lock must not serve others.
  client.release(unlocked === null)
}

async function lock(pool: pg.Pool, node: number): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [presenceClass, node])
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}
