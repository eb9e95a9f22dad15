import { Client } from 'pg'
import type { TestDatabase } from './database.ts'

/** They change with each refused call, with the time, and with calls to Outlook, and hold no user data. */
const ignoredTables = ['app.rate_limits', 'app.nodes', 'app.graph_slots']

/** Every row of every table as text, to assert that nothing has changed. */
export async function allRows(database: TestDatabase): Promise<string[]> {
  const client = new Client(database.owner)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', ` +
        `'public', 'app') order by 1`,
    )
    const rows: string[] = []
    for (const { name } of tables.filter((table) => !ignoredTables.includes(table.name))) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      rows.push(...found.rows.map(({ row }) => `${name} ${row}`))
    }
    return rows
  } finally {
    await client.end()
  }
}
