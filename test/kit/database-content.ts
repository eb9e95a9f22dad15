import { Client } from 'pg'

/** All rows of every table but those that describe running processes. */
export async function contentOf(owner: object): Promise<Record<string, string>> {
  const client = new Client(owner)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
       and relnamespace::regnamespace::text in ('public', 'auth', 'app')
       and relname not in ('nodes', 'graph_slots', 'rate_limits') order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of rows) {
    const found = await client.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ' ' order by t::text), '') as all from ${name} t`,
    )
    content[name] = found.rows[0]?.all ?? ''
  }
  await client.end()
  return content
}
