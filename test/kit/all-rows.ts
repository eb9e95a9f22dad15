import { Client } from 'pg'
import type { TestDatabase } from './database.ts'

/** They change with each refused call, with the time, and with calls to Outlook, and hold no user data. */
const ignoredTables = ['app.rate_limits', 'app.nodes', 'app.graph_slots']

/** Every row of every table as text, to assert that nothing has changed. */
export const allRows = (database: TestDatabase): Promise<string[]> =>
  readRows(database, `schemaname in ('auth', 'public', 'app')`, ignoredTables)

/** Rows of any table that contain a text, those of the job queue and of the rate limits included. */
export const rowsContaining = async (database: TestDatabase, text: string): Promise<string[]> =>
  (await readRows(database, `schemaname not in ('pg_catalog', 'information_schema')`, [])).filter((row) =>
    row.includes(text),
  )

async function readRows(database: TestDatabase, where: string, ignored: readonly string[]): Promise<string[]> {
  const client = new Client(database.owner)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where ${where} order by 1`,
    )
    // One statement, because tests read all tables often.
    const each = tables
      .filter(({ name }) => !ignored.includes(name))
      .map(({ name }) => `select '${name} ' || t::text as row from ${name} t`)
    const { rows } = await client.query<{ row: string }>(`${each.join(' union all ')} order by 1`)
    return rows.map(({ row }) => row)
  } finally {
    await client.end()
  }
}
