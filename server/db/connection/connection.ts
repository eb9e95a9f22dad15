import { Client, Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { addressPerHost } from './host-list.ts'
import { createPrimaryClient, type Host } from './primary-client.ts'

/** A connection URL as in DATABASE_URL, or the driver's settings. */
export type Connection = string | ConnectionSettings

/** `ClientClass`: where the URL names several hosts, the client that finds the primary among them. */
export interface ConnectionSettings extends PoolConfig {
  ClientClass?: typeof Client
}

export const createClient = ({ ClientClass = Client, ...config }: ConnectionSettings): Client => new ClientClass(config)

export const createPool = ({ ClientClass, ...config }: ConnectionSettings): Pool =>
  new Pool({ ...config, Client: ClientClass })

/**
 * Normalizes both forms to settings. The driver parses the URL (an unconnected client costs nothing), so that sockets,
 * `host=` parameters and `sslmode` keep their meaning; user and database can then be replaced.
 */
export function connectionSettings(connection: Connection): ConnectionSettings {
  if (typeof connection !== 'string' && connection.connectionString === undefined) return connection
  const { connectionString = '', ...rest } =
    typeof connection === 'string' ? { connectionString: connection } : connection
  const [first = '', ...others] = addressPerHost(connectionString)
  const { host, port, user, password, database, ssl } = new Client(first)
  const hosts = [{ host, port }, ...others.map(hostOf)]
  return {
    ...rest,
    host,
    port,
    ssl,
    ...(others.length > 0 ? { ClientClass: createPrimaryClient(hosts) } : {}),
    ...(user === undefined ? {} : { user }),
    ...(password ? { password } : {}),
    ...(database === undefined ? {} : { database }),
  }
}

function hostOf(address: string): Host {
  const { host, port } = new Client(address)
  return { host, port }
}
