import { escapeIdentifier, type Client, type PoolConfig } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { createClient } from '../connection/connection.ts'
import type { ExportHeader } from './export-header.ts'
import { backedUpTables, migrationOf, type BackedUpTable } from './tables.ts'

const batchRows = 500

/**
 * All rows at one moment, while the server runs, as lines: the header as JSON, then `T schema.table` before the rows of
 * a table, `R {json}` for each row, and `E` at the end. PostgreSQL writes and reads the JSON, so no value is changed by
 * this program. Leases and presence of nodes are left out.
 */
export async function* exportDatabase(owner: PoolConfig, version: string): AsyncGenerator<string> {
  const client = createClient({ ...owner, application_name: 'mailroom-backup', options: '-c timezone=UTC' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await migrationOf(client)
    if (migration === null) throw new StartupError('The database is empty: there is nothing to back up.')
    const tables = await backedUpTables(client)
    const { rows } = await client.query<{ now: Date }>('select now()')
    const writtenAt = new Date(rows[0]?.now ?? 0).toISOString()
    const header: ExportHeader = { format: 1, migration, tables: tables.map(({ name }) => name), writtenAt, version }
    yield JSON.stringify(header)
    for (const table of tables) {
      yield `T ${table.name}`
      yield* rowsOf(client, table)
    }
    yield 'E'
  } finally {
    await client.end()
  }
}

async function* rowsOf(client: Client, { name, identifier, reader, condition }: BackedUpTable): AsyncGenerator<string> {
  if (reader === null) throw new StartupError(`${name} cannot be read: connect as the owner of the database.`)
  // Forced row-level security hides all rows from an owner that is no superuser.
  await client.query(`set local role ${escapeIdentifier(reader)}`)
  await client.query(
    `declare rows no scroll cursor for select row_to_json(t)::text as row from ${identifier} t where ${condition}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from rows`)
    if (rows.length === 0) break
    for (const { row } of rows) yield `R ${row}`
  }
  await client.query('close rows; reset role')
}
