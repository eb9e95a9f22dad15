import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { readColumns, readConstraints } from './catalogue.ts'
import { dumpRows } from './dump-rows.ts'

/** The files that `npm run db:dump` writes, as the migrated database has them. */
export async function dumpDatabase(owner: ClientConfig): Promise<{ 'rows.ts': string }> {
  const client = new Client(owner)
  await client.connect()
  try {
    return { 'rows.ts': dumpRows(await readColumns(client), await readConstraints(client)) }
  } finally {
    await client.end()
  }
}
