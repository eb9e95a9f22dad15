import type { Client } from 'pg'
import { createClient, type ConnectionSettings } from './connection/connection.ts'

/** Advisory lock: one node starts again, the others serve meanwhile. The value is arbitrary. */
const restartLock = 7_302_114_773

/** The right to start again. It ends with its connection: that of a dead node is free. */
export interface RestartTurn extends AsyncDisposable {
  /**
   * Waits until no other node has it.
   * @param connection past a connection pooler
   * @param signal ends the waiting with an error
   */
  acquire(connection: ConnectionSettings, signal: AbortSignal): Promise<void>
  release(): Promise<void>
}

export function createRestartTurn(): RestartTurn {
  let current: Client | null = null

  async function release(): Promise<void> {
    const client = current
    current = null
    await client?.end().catch(() => undefined)
  }

  return {
    async acquire(connection, signal) {
      await release()
      const client = createClient({ ...connection, application_name: 'mailroom-restart', keepAlive: true })
      // A query fails with the error; without this listener a lost connection would also end the process.
      client.on('error', () => undefined)
      current = client
      const stop = (): void => void release()
      signal.addEventListener('abort', stop)
      try {
        await client.connect()
        await client.query('select pg_advisory_lock($1)', [restartLock])
        signal.throwIfAborted()
      } catch (error) {
        await release()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    release,
    [Symbol.asyncDispose]: release,
  }
}
