import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Tables, keys and foreign keys of schema `public`. */
export interface Catalogue {
  columns: { table: string; column: string; type: string; default: string | null }[]
  /** Primary keys and unique keys; partial and expression indexes are left out. */
  keys: { table: string; columns: string[]; primary: boolean }[]
  foreignKeys: { constraint: string; table: string; columns: string[]; target: string; targetColumns: string[] }[]
}

export async function readCatalogue(tx: Tx): Promise<Catalogue> {
  const columns = await sql<Catalogue['columns'][number]>`
    select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type,
           case when a.attidentity = 'd'
                then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
                when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    order by c.relname, a.attnum`.execute(tx)
  const keys = await sql<Catalogue['keys'][number]>`
    select c.relname::text as table, i.indisprimary as primary,
           array(select a.attname::text from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as k (attnum, place)
                 join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indpred is null and i.indexprs is null
    order by c.relname, i.indexrelid`.execute(tx)
  const foreignKeys = await sql<Catalogue['foreignKeys'][number]>`
    select k.conname::text as constraint, c.relname::text as table, t.relname::text as target,
           array(select a.attname::text from unnest(k.conkey) with ordinality as n (attnum, place)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum order by n.place) as columns,
           array(select a.attname::text from unnest(k.confkey) with ordinality as n (attnum, place)
                 join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.attnum
                 order by n.place) as "targetColumns"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0
      and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
    order by k.conname`.execute(tx)
  return { columns: columns.rows, keys: keys.rows, foreignKeys: foreignKeys.rows }
}
