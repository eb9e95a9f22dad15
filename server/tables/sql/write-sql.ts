import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { filtersSql, tableSql, whereSql, type Sql } from './filter-sql.ts'
import type { Column, Table } from '../catalogue/schema-cache.ts'
import { singleResult, resultSql, bodySql, rowsSql, type ResultRow, type Shape } from './read-sql.ts'
import type { QueryPlan } from './query-plan.ts'

export interface Upsert {
  /** Columns of the unique constraint that identifies existing rows. */
  conflict: string[]
  merge: boolean
}

export interface PayloadRows {
  /** JSON text of an array of objects, unchanged from the request. */
  json: string
  columns: Column[]
  /** Missing keys become the column's default instead of null. */
  missingAsDefault: boolean
}

export type Write =
  | { kind: 'insert'; rows: PayloadRows | 'defaults'; upsert: Upsert | null }
  | { kind: 'update'; rows: PayloadRows }
  | { kind: 'delete' }

export interface WriteOutcome {
  rows: number
  /** Rows of an upsert that existed before. */
  updated: number
  body: string
  /** Primary key values as text, where `location` was requested and exactly one row was written. */
  key: string[] | null
}

/** Executes a write, and reads the representation in the same statement. */
export async function executeWrite(
  tx: Tx,
  plan: QueryPlan,
  change: Write,
  { shape, stripNulls, location }: { shape: Shape; stripNulls: boolean; location: boolean },
): Promise<WriteOutcome> {
  const { table, ref } = plan
  const returned = returnedColumns(plan, shape, location)
  const returning = returned.length === 0 ? sql`1` : sql.join(returned.map((name) => sql.id(ref, name)))
  const written = sql.id('written')
  const keyValues = table.primaryKey.map((name) => sql`min(${sql.id(name)}::text)`)
  const key = location
    ? sql`(select array[${sql.join(keyValues)}] from ${written} having count(*) = 1)`
    : sql`null::text[]`
  const source = sql`${written} as ${sql.id(ref)}`
  const page = sql`, page as (${rowsSql(plan, { source, conditions: [], paged: false })})`
  const body = sql`(select ${bodySql(shape, stripNulls)} from page)`
  const [pageIf, bodyIf] = shape === 'none' ? [sql``, sql`''`] : [page, body]
  // The count comes first: it executes the write, which sets the number of updated rows.
  const result = sql`select (select count(*) from ${written}) as rows, ${bodyIf} as body, ${key} as key,
    coalesce(nullif(current_setting('request.rows_updated', true), ''), '0')::int as updated`
  const { rows } = await sql<ResultRow<WriteOutcome>>`
    with written as (${writeSql(plan, change)} returning ${returning})${pageIf}
    ${resultSql(result, sql`rows, key, updated`)}`.execute(tx)
  return singleResult(rows)
}

/** Only the columns that the response needs: `returning` requires the select privilege on each column. */
function returnedColumns({ table, outputs, embeds, order }: QueryPlan, shape: Shape, location: boolean): string[] {
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

function writeSql(plan: QueryPlan, change: Write): Sql {
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

/** The objects of the body as rows; each value is parsed as its column's type. */
function recordsSql({ json, columns, missingAsDefault }: PayloadRows): Sql {
  // Types and defaults are SQL text from the catalogue, never from the request.
  const record = sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`))
  const defaults = missingAsDefault ? columns.filter((column) => column.default !== null) : []
  if (defaults.length === 0) return sql`json_to_recordset(${json}::json) as body (${record})`
  const pairs = defaults.map((column) => sql`${column.name}::text, ${sql.raw(column.default ?? 'null')}`)
  return sql`jsonb_to_recordset((
    select coalesce(jsonb_agg(jsonb_build_object(${sql.join(pairs)}) || given), '[]')
    from jsonb_array_elements(${json}::jsonb) as given)) as body (${record})`
}

function conflictSql(table: Table, rows: PayloadRows | 'defaults', upsert: Upsert | null): Sql {
  if (!upsert || upsert.conflict.length === 0) return sql``
  const target = sql` on conflict (${sql.join(upsert.conflict.map((name) => sql.id(name)))})`
  if (!upsert.merge || rows === 'defaults' || table.columns.size === 0) return sql`${target} do nothing`
  const assignments = rows.columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`)
  // Counts updated rows in a setting: the caller may lack the privilege to read system columns such as `xmax`.
  return sql`${target} do update set ${sql.join(assignments)} where set_config('request.rows_updated',
    (coalesce(nullif(current_setting('request.rows_updated', true), ''), '0')::int + 1)::text, true) is not null`
}
