import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Queries by a connection of its own. @param owner connection settings of the owner of the tables */
export async function queryDatabase<Row extends object>(
  owner: object,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tries until the database, which other incidents may have stopped as well, responds with a row. */
export async function untilDatabaseResponds<Row extends object>(owner: object, statement: string): Promise<Row> {
  for (;;) {
    // Without a response it is still starting.
    const [row] = await queryDatabase<Row>(owner, statement).catch(() => [])
    if (row) return row
    await delay(100)
  }
}
