import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** One statement on a connection of its own, for what must not happen inside a transaction or a pool. */
export async function runSql(connection: ClientConfig, sql: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
