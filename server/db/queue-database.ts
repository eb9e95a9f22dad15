import type { Db } from 'pg-boss'
import { createPool, type ConnectionSettings } from './connection/connection.ts'
import type { Database } from './database.ts'
import { databaseConnectTimeoutMs } from './limits.ts'
import { jobPoolSize } from '../limits.ts'

interface QueueDatabaseOptions {
  onError: (error: Error) => void
  /** Without it pg-boss polls. */
  listen?: Database['listen']
}

/**
 * The connections of pg-boss. Its own would know one host only, and would listen on a connection of the pool's
 * address, which may be a connection pooler's.
 */
export function openQueueDatabase(
  settings: ConnectionSettings,
  { onError, listen }: QueueDatabaseOptions,
): Db & AsyncDisposable {
  const pool = createPool({
    ...settings,
    application_name: 'mailroom-jobs',
    max: jobPoolSize,
    keepAlive: true,
    connectionTimeoutMillis: databaseConnectTimeoutMs,
  })
  pool.on('error', onError)
  return {
    executeSql: (text, values) => pool.query(text, values),
    ...(listen && {
      async listen(channel, onNotification, onReconnect) {
        const listening = await listen(channel, onNotification, onReconnect)
        return { close: async () => listening[Symbol.asyncDispose]() }
      },
    }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}
