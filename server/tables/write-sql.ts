import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { filtersSql, tableSql, whereSql, type Sql } from './condition-sql.ts'
import type { Column, Table } from './schema-cache.ts'
import { answered, answerSql, bodySql, rowsSql, type Answered, type Shape } from './read-sql.ts'
import type { Plan } from './plan.ts'

export interface Upsert {
  /** The unique columns that tell whether a row is there already. */
  conflict: string[]
  merge: boolean
}

export interface Rows {
  /** JSON text of an array of objects, as it came. */
  json: string
  columns: Column[]
  /** Keys that an object lacks take the column's default instead of null. */
  missingAsDefault: boolean
}

export type Write =
  | { kind: 'insert'; rows: Rows | 'defaults'; upsert: Upsert | null }
  | { kind: 'update'; rows: Rows }
  | { kind: 'delete' }

export interface Written {
  rows: number
  /** How many of an upsert's rows were there before. */
  updated: number
  body: string
  /** The primary key's values as text, where exactly one row was written and `location` was asked for. */
  key: string[] | null
}

/** Carries out a write and, in the same statement, reads back what is to be returned. */
export async function write(
  tx: Tx,
  plan: Plan,
  change: Write,
  { shape, stripNulls, location }: { shape: Shape; stripNulls: boolean; location: boolean },
): Promise<Written> {
  const { table, ref } = plan
  const returned = returnedColumns(plan, shape, location)
  const returning = returned.length === 0 ? sql`1` : sql.join(returned.map((name) => sql.id(ref, name)))
  const written = sql.id('written')
  const key = location
    ? sql`(select array[${sql.join(table.primaryKey.map((name) => sql`min(${sql.id(name)}::text)`))}] from ${written} having count(*) = 1)`
    : sql`null::text[]`
  const source = sql`${written} as ${sql.id(ref)}`
  const page = sql`, page as (${rowsSql(plan, { source, conditions: [], paged: false })})`
  const body = sql`(select ${bodySql(shape, stripNulls)} from page)`
  const [pageIf, bodyIf] = shape === 'none' ? [sql``, sql`''`] : [page, body]
  // The count stands first: with it the write is carried out, and only then the number of updated rows is known.
  const answer = sql`select (select count(*) from ${written}) as rows, ${bodyIf} as body, ${key} as key,
    coalesce(nullif(current_setting('request.rows_updated', true), ''), '0')::int as updated`
  const { rows } = await sql<Answered<Written>>`
    with written as (${changeSql(plan, change)} returning ${returning})${pageIf}
    ${answerSql(answer, sql`rows, key, updated`)}`.execute(tx)
  return answered(rows)
}

/** Only what the answer needs: to return a column takes the right to read it. */
function returnedColumns({ table, outputs, embeds, order }: Plan, shape: Shape, location: boolean): string[] {
  const names = location ? [...table.primaryKey] : []
  if (shape !== 'none') {
    names.push(...outputs.map(({ column }) => column.name))
    for (const { relationship } of embeds) {
      names.push(...(relationship.junction?.fromColumns ?? relationship.columns).map(([own]) => own))
    }
    for (const { embed, field } of order) if (embed === null) names.push(field.column.name)
  }
  return [...new Set(names)]
}

function changeSql(plan: Plan, change: Write): Sql {
  const { table, ref } = plan
  const target = tableSql(table.name, ref)
  if (change.kind === 'delete') return sql`delete from ${target}${whereSql(filtersSql(plan))}`
  if (change.kind === 'update') {
    const assignments = change.rows.columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('body', name)}`)
    const body = sql`(select * from ${recordsSql(change.rows)} limit 1) as body`
    return sql`update ${target} set ${sql.join(assignments)} from ${body}${whereSql(filtersSql(plan))}`
  }
  const conflict = conflictSql(table, change.rows, change.upsert)
  if (change.rows === 'defaults') return sql`insert into ${target} default values${conflict}`
  const names = sql.join(change.rows.columns.map(({ name }) => sql.id(name)))
  return sql`insert into ${target} (${names}) select ${names} from ${recordsSql(change.rows)}${conflict}`
}

/** The objects of the body as rows: each value is read by its column's own type. */
function recordsSql({ json, columns, missingAsDefault }: Rows): Sql {
  // Types and defaults are text of the catalogue, as Postgres wrote it.
  const record = sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`))
  const defaults = missingAsDefault ? columns.filter((column) => column.default !== null) : []
  if (defaults.length === 0) return sql`json_to_recordset(${json}::json) as body (${record})`
  const pairs = defaults.map((column) => sql`${column.name}::text, ${sql.raw(column.default ?? 'null')}`)
  return sql`jsonb_to_recordset((
    select coalesce(jsonb_agg(jsonb_build_object(${sql.join(pairs)}) || given), '[]')
    from jsonb_array_elements(${json}::jsonb) as given)) as body (${record})`
}

function conflictSql(table: Table, rows: Rows | 'defaults', upsert: Upsert | null): Sql {
  if (!upsert || upsert.conflict.length === 0) return sql``
  const target = sql` on conflict (${sql.join(upsert.conflict.map((name) => sql.id(name)))})`
  if (!upsert.merge || rows === 'defaults' || table.columns.size === 0) return sql`${target} do nothing`
  const assignments = rows.columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`)
  // Counts the rows that were there: no column tells a caller who may not read all of them.
  return sql`${target} do update set ${sql.join(assignments)} where set_config('request.rows_updated',
    (coalesce(nullif(current_setting('request.rows_updated', true), ''), '0')::int + 1)::text, true) is not null`
}
