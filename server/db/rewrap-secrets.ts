import { sql } from 'kysely'
import type { Sealer } from '../sealed.ts'
import type { Database, Tx } from './database.ts'

/** Secrets per statement while the encryption key is rotated. */
const rewrapBatchSize = 1000

interface RewrappedSecrets {
  rewrapped: number
  /** Secrets of the former format, which are encrypted with the new key when they are next written. */
  left: number
}

/**
 * Encrypts the data keys of all secrets with the first key, while nodes serve: a secret that is written meanwhile is
 * left alone. Sealed values are in the columns `…_sealed` of the schemas `app` and `auth`.
 */
export async function rewrapSecrets(
  db: Database,
  sealer: Pick<Sealer, 'isStale' | 'rewrap'>,
): Promise<RewrappedSecrets> {
  const total = { rewrapped: 0, left: 0 }
  for (const { schema, table, column } of await db.asService(sealedColumns)) {
    const at = { table: sql.table(`${schema}.${table}`), column: sql.ref(column) }
    const inSchema: Database['asService'] = (work) => (schema === 'auth' ? db.asAccounts(work) : db.asService(work))
    for (let after = ''; ; ) {
      const sealed = await inSchema((tx) => sealedValuesAfter(tx, at, after))
      after = sealed.at(-1) ?? ''
      if (after === '') break
      const stale = sealed.filter((value) => sealer.isStale(value))
      const pairs = stale.map((value) => ({ value, again: sealer.rewrap(value) }))
      const changed = pairs.flatMap(({ value, again }) => (again === null ? [] : [{ value, again }]))
      total.left += pairs.length - changed.length
      if (changed.length > 0) total.rewrapped += await inSchema((tx) => replaceSealedValues(tx, at, changed))
    }
  }
  return total
}

interface SealedColumn {
  table: ReturnType<typeof sql.table>
  column: ReturnType<typeof sql.ref>
}

async function sealedColumns(tx: Tx): Promise<{ schema: string; table: string; column: string }[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname in ('app', 'auth')
    where a.attname like '%\_sealed' and not a.attisdropped
    order by 1, 2, 3`.execute(tx)
  return rows
}

/** In the order of the values, which contain a random nonce: no value occurs twice. */
async function sealedValuesAfter(tx: Tx, { table, column }: SealedColumn, after: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select ${column} as value from ${table}
    where ${column} collate "C" > ${after} order by ${column} collate "C" limit ${rewrapBatchSize}`.execute(tx)
  return rows.map(({ value }) => value)
}

async function replaceSealedValues(
  tx: Tx,
  { table, column }: SealedColumn,
  changed: { value: string; again: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${table} as t set ${column} = v.again
    from unnest(${changed.map(({ value }) => value)}::text[], ${changed.map(({ again }) => again)}::text[])
      as v (value, again)
    where t.${column} = v.value`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
