import type { Client } from 'pg'

export interface BackedUpTable {
  /** `schema.table` */
  name: string
  /** Quoted for SQL. */
  identifier: string
  /** The role that may read all rows; null where there is none. */
  reader: string | null
  /** SQL condition of the rows. */
  condition: string
}

/** Describe the present minute, and are worthless after a restore. */
const transient = ['app.nodes', 'app.graph_slots', 'app.rate_limits']
/** Waiting jobs; what was running is found again by the jobs that look for due work. */
const jobs = 'pgboss.job'

/** All tables of the product and the waiting jobs, which follow the rows that they name. */
export async function backedUpTables(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<Omit<BackedUpTable, 'condition'>>(
    `select n.nspname || '.' || c.relname as name, c.oid::regclass::text as identifier,
       (select r.role from unnest(array[current_user::text, 'service_role', 'accounts_service']) r(role)
         where (r.role <> current_user or (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
             or not c.relforcerowsecurity)
           and has_table_privilege(r.role, c.oid, 'select') and pg_has_role(r.role, 'member') limit 1) as reader
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where (n.nspname in ('public', 'auth', 'app') and c.relkind in ('r', 'p') or c.oid = to_regclass($1))
       and not n.nspname || '.' || c.relname = any($2)
     order by n.nspname = 'pgboss', n.nspname, c.relname`,
    [jobs, transient],
  )
  return rows.map((row) => ({ ...row, condition: row.name === jobs ? "state in ('created', 'retry')" : 'true' }))
}

/** Number of the last migration; null for an empty database. */
export async function migrationOf(client: Client): Promise<number | null> {
  const { rows: tables } = await client.query("select to_regclass('migrations.applied') as found")
  if (tables[0]?.found === null) return null
  const { rows } = await client.query<{ number: number | null }>('select max(number) as number from migrations.applied')
  return rows[0]?.number ?? null
}
