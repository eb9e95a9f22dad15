import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** Runs one statement on its own connection, for statements that must not run in a transaction or pool. */
export async function runSql(connection: ClientConfig, sql: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
