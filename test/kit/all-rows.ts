import { Client } from 'pg'
import type { TestDatabase } from './database.ts'

/** Counters of calls rise with each refusal, and are no data of anybody. */
const besides = ['app.rate_limits']

/** Every row of every table of ours as text, to prove that nothing has changed. */
export async function allRows(database: TestDatabase): Promise<string[]> {
  const client = new Client(database.owner)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', ` +
        `'public', 'app') order by 1`,
    )
    const rows: string[] = []
    for (const { name } of tables.filter((table) => !besides.includes(table.name))) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      rows.push(...found.rows.map(({ row }) => `${name} ${row}`))
    }
    return rows
  } finally {
    await client.end()
  }
}
