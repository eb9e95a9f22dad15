import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import {
  fieldSql,
  filtersSql,
  innerEmbedsSql,
  joinSql,
  sourceSql,
  tableSql,
  whereSql,
  type Sql,
} from './condition-sql.ts'
import { RestFailure } from './errors.ts'
import type { Embed, Output, Plan, PlannedOrder } from './plan.ts'
import { isToOne } from './relationships.ts'

/** The shapes a body can have; Postgres writes the text, and it is passed on as it is. */
export type Shape = 'none' | 'array' | 'object' | 'csv'

export interface Page {
  /** Rows in the body. */
  rows: number
  /** All rows that meet the filters; null where nobody asked. */
  total: number | null
  body: string
}

export async function readPage(
  tx: Tx,
  plan: Plan,
  { shape, stripNulls, count }: { shape: Shape; stripNulls: boolean; count: boolean },
): Promise<Page> {
  const total = count
    ? sql`(select count(*) from ${tableSql(plan.table.name, plan.ref)}${whereSql([...filtersSql(plan), ...innerEmbedsSql(plan)])})`
    : sql`null::bigint`
  const { rows } = await sql<Answered<Page>>`
    with page as (${rowsSql(plan, { source: tableSql(plan.table.name, plan.ref), conditions: filtersSql(plan), paged: true })})
    ${answerSql(sql`select ${total} as total, count(*) as rows, ${bodySql(shape, stripNulls)} as body from page`, sql`rows, total`)}`.execute(
    tx,
  )
  return answered(rows)
}

/** Embeds in embeds multiply: what does not fit is left in the database, before it takes our memory. */
const maxAnswerBytes = 16 * 1024 * 1024

/** A row of the statement's answer; the body is null where it is too large. */
export type Answered<T extends { body: string }> = Omit<T, 'body'> & { body: string | null }

/** Ends a statement with its answer; materialized, so that the body is made once and after what stands before it. */
export const answerSql = (inside: Sql, columns: Sql): Sql =>
  sql`, answer as materialized (${inside})
    select ${columns}, case when octet_length(body) <= ${maxAnswerBytes} then body end as body from answer`

export function answered<T extends { body: string }>(rows: Answered<T>[]): Omit<T, 'body'> & { body: string } {
  const [row] = rows
  if (!row) throw new Error('the statement has one row')
  const { body } = row
  if (body === null) throw new RestFailure(400, '54000', 'The answer is too large: ask for fewer rows or columns')
  return { ...row, body }
}

interface Source {
  source: Sql
  conditions: Sql[]
  paged: boolean
}

/** The rows of a plan as a select statement, each embed as a JSON column of its own. */
export function rowsSql(plan: Plan, { source, conditions, paged }: Source): Sql {
  const shown = plan.embeds.filter(isShown)
  // An inner embed that shows nothing has no join to narrow the rows by.
  const hidden = { ...plan, embeds: plan.embeds.filter((embed) => !isShown(embed)) }
  const columns = [
    ...plan.outputs.map((output) => outputSql(plan.ref, output)),
    ...shown.map((embed) => sql`${sql.id(jsonRef(embed), 'json')} as ${sql.id(embed.key)}`),
  ]
  const joins = shown.map((embed) => embedSql(plan.ref, embed))
  const page = paged ? sql` limit ${plan.limit} offset ${plan.offset}` : sql``
  return sql`select ${sql.join(columns)} from ${source}${sql.join(joins, sql``)}${whereSql([
    ...conditions,
    ...innerEmbedsSql(hidden),
  ])}${orderSql(plan)}${page}`
}

const isShown = ({ plan }: Embed): boolean => plan.outputs.length > 0 || plan.embeds.length > 0

function outputSql(ref: string, output: Output): Sql {
  const field = fieldSql(ref, output)
  // The type is a word of a fixed list.
  return sql`${output.cast === null ? field : sql`cast(${field} as ${sql.raw(output.cast)})`} as ${sql.id(output.key)}`
}

function embedSql(parent: string, embed: Embed): Sql {
  const { plan, relationship, inner } = embed
  const inside = rowsSql(plan, {
    source: sourceSql(embed),
    conditions: [...joinSql(parent, embed), ...filtersSql(plan)],
    paged: true,
  })
  const ref = sql.id(jsonRef(embed))
  if (isToOne(relationship)) {
    const join = inner ? sql` join lateral` : sql` left join lateral`
    return sql`${join} (select row_to_json(item.*) as json from (${inside}) as item) as ${ref} on true`
  }
  return inner
    ? sql` join lateral (select json_agg(item.*) as json from (${inside}) as item) as ${ref} on ${ref}.json is not null`
    : sql` left join lateral (select coalesce(json_agg(item.*), '[]') as json from (${inside}) as item) as ${ref} on true`
}

const jsonRef = ({ plan }: Embed): string => `${plan.ref}_json`

function orderSql(plan: Plan): Sql {
  if (plan.order.length === 0) return sql``
  return sql` order by ${sql.join(plan.order.map((term) => orderTermSql(plan.ref, term)))}`
}

function orderTermSql(ref: string, { embed, field, descending, nulls }: PlannedOrder): Sql {
  const value = embed === null ? fieldSql(ref, field) : relatedFieldSql(ref, embed, fieldSql(embed.plan.ref, field))
  const direction = descending ? sql` desc` : sql` asc`
  return sql`${value}${direction}${nulls === null ? sql`` : nulls === 'first' ? sql` nulls first` : sql` nulls last`}`
}

/** A to-one embed has at most one row, so it can be asked as a value. */
const relatedFieldSql = (parent: string, embed: Embed, field: Sql): Sql =>
  sql`(select ${field} from ${sourceSql(embed)}${whereSql([...joinSql(parent, embed), ...filtersSql(embed.plan)])})`

/** The body made of the rows of `page`; `page.*`, because a column may be called `page` as well. */
export function bodySql(shape: Shape, stripNulls: boolean): Sql {
  if (shape === 'none') return sql`''`
  const row = stripNulls ? sql`json_strip_nulls(row_to_json(page.*))` : sql`page.*`
  if (shape === 'array') return sql`coalesce(json_agg(${row})::text, '[]')`
  if (shape === 'object') return sql`coalesce((json_agg(${row}) -> 0)::text, 'null')`
  // A row as text is a line of CSV in parentheses.
  return sql`coalesce(
    (select string_agg(key, ',') from json_object_keys((select row_to_json(page.*) from page limit 1)) as key) || e'\n' ||
    string_agg(substring((page.*)::text, 2, length((page.*)::text) - 2), e'\n'), '')`
}
