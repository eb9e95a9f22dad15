import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { readColumns, readConstraints, readFunctions, readGrants, readRoles, readTableParts } from './catalogue.ts'
import { dumpRows } from './dump-rows.ts'
import { dumpSchema } from './dump-schema.ts'

/** The files that `npm run db:dump` writes, as the migrated database has them. */
export async function dumpDatabase(owner: ClientConfig): Promise<{ 'rows.ts': string; 'schema.sql': string }> {
  // PostgreSQL names things relative to the search path: the same one, the same names.
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
