import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../db/database.ts'

/** A table with rows of users, and the columns that its owner may read. */
export interface PersonalTable {
  schema: string
  table: string
  /** The column with the user id. */
  owner: 'id' | 'user_id'
  columns: string[]
  /** The other columns. */
  withheld: string[]
}

const Tables = z.array(
  z.object({
    schema: z.string(),
    table: z.string(),
    owner: z.enum(['id', 'user_id']),
    columns: z.array(z.string()),
    withheld: z.array(z.string()),
  }),
)

/**
 * All tables with rows of users, read from the catalogue, so that new tables are included automatically. Withholds
 * bytea columns (hashes, classifier counts), sealed secrets and other hashes, which only the server can use. The test
 * of the export lists the columns of both kinds.
 */
export async function personalTables(tx: Tx): Promise<PersonalTable[]> {
  const { rows } = await sql`
    select n.nspname as schema, c.relname as table,
           case when n.nspname = 'auth' and c.relname = 'users' then 'id' else 'user_id' end as owner,
           coalesce(jsonb_agg(a.attname order by a.attnum) filter (where not w.is_withheld), '[]') as columns,
           coalesce(jsonb_agg(a.attname order by a.attnum) filter (where w.is_withheld), '[]') as withheld
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral (
      select a.atttypid = 'bytea'::regtype or a.attname ~ '(_sealed|_hash|_password)$' as is_withheld
    ) w
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'app')
    group by n.nspname, c.relname
    having bool_or(a.attname = 'user_id') or (n.nspname = 'auth' and c.relname = 'users')
    order by 1, 2`.execute(tx)
  return Tables.parse(rows)
}

const Rows = z.array(z.object({ row: z.record(z.string(), z.json()) }))

/** The user's rows of a table, as JSON. */
export async function rowsOf(tx: Tx, { schema, table, owner, columns }: PersonalTable, userId: string) {
  const picked = sql.join(columns.map((column) => sql.ref(column)))
  const { rows } = await sql`
    select to_jsonb(r) as row from (
      select ${picked} from ${sql.table(`${schema}.${table}`)} where ${sql.ref(owner)} = ${userId}
    ) r`.execute(tx)
  return Rows.parse(rows).map(({ row }) => row)
}
