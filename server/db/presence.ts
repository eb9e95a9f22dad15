import type pg from 'pg'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { presenceRetryMs } from '../limits.ts'

/**
 * Liveness of a node: a session advisory lock that PostgreSQL releases with the node's connection. A worker that
 * requests a mailbox's lease detects a dead holder immediately, without waiting for the lease to expire.
 */
export interface Presence {
  /** Second key of the lock; other nodes look it up in pg_locks. */
  node: number
  [Symbol.asyncDispose](): Promise<void>
}

/** First key of the lock. */
export const presenceClass = 730_211

export async function announcePresence(pool: pg.Pool, onError: (error: Error) => void): Promise<Presence> {
  const node = randomInt(1, 2_147_483_647)
  const closing = new AbortController()
  let holder: pg.PoolClient | null = hold(await lock(pool, node))

  function hold(client: pg.PoolClient): pg.PoolClient {
    client.once('error', (error) => {
      // A connection must be released only once.
      if (holder !== client) return
      holder = null
      client.release(error)
      onError(error)
      void reacquire()
    })
    return client
  }

  // Until the lock is held again other nodes can take over the node's leases; fencing tokens keep that harmless.
  async function reacquire(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const client = hold(await lock(pool, node))
        if (closing.signal.aborted) return await unlock(client, node)
        holder = client
        return
      } catch (error) {
        if (error instanceof Error) onError(error)
        await delay(presenceRetryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
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
  // A session that may still hold the lock must not return to the pool.
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
