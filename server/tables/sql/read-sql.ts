import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { fieldSql, filtersSql, innerEmbedsSql, joinSql, sourceSql, tableSql, whereSql, type Sql } from './filter-sql.ts'
import { RestError } from '../parse/rest-error.ts'
import type { Embed, OutputColumn, QueryPlan, PlannedOrder } from './query-plan.ts'
import { isToOne } from '../catalogue/relationships.ts'

/** Embeds multiply rows: a larger response is refused inside the database. */
const tableResponseMaxBytes = 16 * 1024 * 1024

/** Shapes of a response body. PostgreSQL builds the text, which is sent unchanged. */
export type Shape = 'none' | 'array' | 'object' | 'csv'

export interface ResultPage {
  /** Rows in the body. */
  rows: number
  /** Rows that match the filters; null without a requested count. */
  total: number | null
  body: string
}

export async function readPage(
  tx: Tx,
  plan: QueryPlan,
  { shape, stripNulls, count }: { shape: Shape; stripNulls: boolean; count: boolean },
): Promise<ResultPage> {
  const source = tableSql(plan.table.name, plan.ref)
  const conditions = filtersSql(plan)
  const total = count
    ? sql`(select count(*) from ${source}${whereSql([...conditions, ...innerEmbedsSql(plan)])})`
    : sql`null::bigint`
  const result = sql`select ${total} as total, count(*) as rows, ${bodySql(shape, stripNulls)} as body from page`
  const { rows } = await sql<ResultRow<ResultPage>>`
    with page as (${rowsSql(plan, { source, conditions, paged: true })})
    ${resultSql(result, sql`rows, total`)}`.execute(tx)
  return singleResult(rows)
}

/** The single row of a statement; the body is null where it exceeds `tableResponseMaxBytes`. */
export type ResultRow<T extends { body: string }> = Omit<T, 'body'> & { body: string | null }

/** Final select of a statement. `materialized`: builds the body once, and after the parts before it were executed. */
export const resultSql = (inside: Sql, columns: Sql): Sql =>
  sql`, result as materialized (${inside})
    select ${columns}, case when octet_length(body) <= ${tableResponseMaxBytes} then body end as body from result`

export function singleResult<T extends { body: string }>(rows: ResultRow<T>[]): Omit<T, 'body'> & { body: string } {
  const [row] = rows
  if (!row) throw new Error('the statement has one row')
  const { body } = row
  if (body === null) throw new RestError(400, '54000', 'The answer is too large: ask for fewer rows or columns')
  return { ...row, body }
}

interface Source {
  source: Sql
  conditions: Sql[]
  paged: boolean
}

/** A plan as a select statement, with one JSON column per embed. */
export function rowsSql(plan: QueryPlan, { source, conditions, paged }: Source): Sql {
  const shown = plan.embeds.filter(isShown)
  // An inner embed without selected columns has no join: it becomes a condition.
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

function outputSql(ref: string, output: OutputColumn): Sql {
  const field = fieldSql(ref, output)
  // The type comes from the fixed list `castTypes`.
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
    : sql` left join lateral (
        select coalesce(json_agg(item.*), '[]') as json from (${inside}) as item) as ${ref} on true`
}

const jsonRef = ({ plan }: Embed): string => `${plan.ref}_json`

function orderSql(plan: QueryPlan): Sql {
  if (plan.order.length === 0) return sql``
  return sql` order by ${sql.join(plan.order.map((term) => orderTermSql(plan.ref, term)))}`
}

function orderTermSql(ref: string, { embed, field, descending, nulls }: PlannedOrder): Sql {
  const value = embed === null ? fieldSql(ref, field) : embeddedFieldSql(ref, embed, fieldSql(embed.plan.ref, field))
  const direction = descending ? sql` desc` : sql` asc`
  return sql`${value}${direction}${nulls === null ? sql`` : nulls === 'first' ? sql` nulls first` : sql` nulls last`}`
}

/** A to-one embed has at most one row, so its field is a scalar subquery. */
const embeddedFieldSql = (parent: string, embed: Embed, field: Sql): Sql =>
  sql`(select ${field} from ${sourceSql(embed)}${whereSql([...joinSql(parent, embed), ...filtersSql(embed.plan)])})`

/** Body from the rows of `page`. Written `page.*`, since a column may be named `page` too. */
export function bodySql(shape: Shape, stripNulls: boolean): Sql {
  if (shape === 'none') return sql`''`
  const row = stripNulls ? sql`json_strip_nulls(row_to_json(page.*))` : sql`page.*`
  if (shape === 'array') return sql`coalesce(json_agg(${row})::text, '[]')`
  if (shape === 'object') return sql`coalesce((json_agg(${row}) -> 0)::text, 'null')`
  // The text form of a row is a CSV line in parentheses.
  return sql`coalesce(
    (select string_agg(key, ',') from json_object_keys((select row_to_json(page.*) from page limit 1)) as key)
      || e'\n' ||
    string_agg(substring((page.*)::text, 2, length((page.*)::text) - 2), e'\n'), '')`
}
