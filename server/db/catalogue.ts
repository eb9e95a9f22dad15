import type pg from 'pg'

/** The schemas that are ours; the queue's own schema is its library's affair. */
export const ourSchemas = ['public', 'auth', 'app'] as const

export interface Column {
  schema: string
  table: string
  column: string
  type: string
  nullable: boolean
  default: string | null
  identity: '' | 'a' | 'd'
}

export interface Constraint {
  schema: string
  table: string
  name: string
  kind: 'p' | 'u' | 'f' | 'c'
  definition: string
}

type Reader = Pick<pg.Client, 'query'>

const schemas = `any('{${ourSchemas.join(',')}}')`

export async function readColumns(client: Reader): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity::text as identity
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and n.nspname = ${schemas}
    order by n.nspname collate "C", c.relname collate "C", a.attnum`)
  return rows
}

/** NOT NULL has a constraint of its own from PostgreSQL 18 on; the columns tell that already. */
export async function readConstraints(client: Reader): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select n.nspname as schema, c.relname as table, k.conname as name, k.contype::text as kind,
           pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype in ('p', 'u', 'f', 'c') and n.nspname = ${schemas}
    order by n.nspname collate "C", c.relname collate "C", k.contype, k.conname collate "C"`)
  return rows
}
