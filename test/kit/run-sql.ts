import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** Runs one statement on its own connection, for statements that must not run in a transaction or pool. */
export async function runSql(connection: ClientConfig, sql: string): Promise<void> {
  await selectRows(connection, sql)
}

export async function selectRows(connection: ClientConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
