import { Client } from 'pg'
import type { PoolConfig } from 'pg'

/** A connection URL as in DATABASE_URL, or the driver's settings. */
export type Connection = string | PoolConfig

/**
 * Normalizes both forms to settings. The driver parses the URL (an unconnected client costs nothing), so that sockets,
 * `host=` parameters and `sslmode` keep their meaning; user and database can then be replaced.
 */
export function connectionSettings(connection: Connection): PoolConfig {
  if (typeof connection !== 'string' && connection.connectionString === undefined) return connection
  const { connectionString, ...rest } = typeof connection === 'string' ? { connectionString: connection } : connection
  const { host, port, user, password, database, ssl } = new Client(connectionString)
  return {
    ...rest,
    host,
    port,
    ssl,
    ...(user === undefined ? {} : { user }),
    ...(password ? { password } : {}),
    ...(database === undefined ? {} : { database }),
  }
}
