import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { readColumns, readConstraints, readFunctions, readGrants, readRoles, readTableParts } from './catalogue.ts'
import { dumpRows } from './dump-rows.ts'
import { dumpSchema } from './dump-schema.ts'

/** Contents of the files that `npm run db:dump` writes, read from a migrated database. */
export async function dumpDatabase(owner: ClientConfig): Promise<{ 'rows.ts': string; 'schema.sql': string }> {
  // A fixed search path, since PostgreSQL qualifies names relative to it.
  const client = new Client({ ...owner, options: '-c search_path=public' })
  await client.connect()
  try {
    const columns = await readColumns(client)
    const constraints = await readConstraints(client)
    const schema = dumpSchema({
      columns,
      constraints,
      roles: await readRoles(client),
      functions: await readFunctions(client),
      tableParts: await readTableParts(client),
      grants: await readGrants(client),
    })
    return { 'rows.ts': dumpRows(columns, constraints), 'schema.sql': schema }
  } finally {
    await client.end()
  }
}
