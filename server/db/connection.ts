import { Client } from 'pg'
import type { PoolConfig } from 'pg'

/** Where a database is: an address as in DATABASE_URL, or the driver's settings. */
export type Connection = string | PoolConfig

/**
 * One shape for both. The driver reads the address (a client that is never connected costs nothing), so that sockets, `host=` parameters
 * and `sslmode` mean here what they mean to it; afterwards user or database can be changed without building an address again.
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
