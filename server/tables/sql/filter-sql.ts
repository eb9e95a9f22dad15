import { sql, type RawBuilder } from 'kysely'
import type { ComparisonOperator, FullTextOperator, IsValue, FilterTest } from '../parse/parse-filter.ts'
import type { Embed, Field, QueryPlan, PlannedFilter } from './query-plan.ts'
import type { JsonStep } from '../parse/scanner.ts'

export type Sql = RawBuilder<unknown>

/**
 * Values are bind parameters of unknown type, which PostgreSQL parses as the column's type. Everything else in a
 * statement is an identifier of the schema cache or an operator of these lists.
 */
const comparisons: Record<ComparisonOperator, Sql> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
  isdistinct: sql`is distinct from`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
}
const searches: Record<FullTextOperator, Sql> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
}
const states: Record<IsValue, Sql> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

export function fieldSql(ref: string, { column, json }: Field): Sql {
  const plain = sql.id(ref, column.name)
  if (json.length === 0) return plain
  const start = column.type === 'json' || column.type === 'jsonb' ? plain : sql`to_jsonb(${plain})`
  return sql`(${json.reduce(stepSql, start)})`
}

const stepSql = (value: Sql, { arrow, key }: JsonStep): Sql => {
  const operand = typeof key === 'number' ? sql`${key}::int` : sql`${key}::text`
  return arrow === '->' ? sql`${value} -> ${operand}` : sql`${value} ->> ${operand}`
}

/** Joins filters, join conditions and conditions of inner embeds into a where clause. */
export function whereSql(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`
}

export const filtersSql = (plan: QueryPlan): Sql[] => plan.where.map((condition) => filterSql(plan.ref, condition))

function filterSql(ref: string, condition: PlannedFilter): Sql {
  const positive = positiveSql(ref, condition)
  return condition.negated ? sql`not (${positive})` : sql`(${positive})`
}

function positiveSql(ref: string, condition: PlannedFilter): Sql {
  if (condition.kind === 'exists') return existsSql(ref, condition.embed)
  if (condition.kind === 'group') {
    const members = condition.members.map((member) => filterSql(ref, member))
    return sql.join(members, condition.operator === 'and' ? sql` and ` : sql` or `)
  }
  return testSql(fieldSql(ref, condition.field), condition.field, condition.test)
}

function testSql(field: Sql, { column, json }: Field, test: FilterTest): Sql {
  if (test.op === 'is') return sql`${field} ${states[test.state]}`
  if (test.op === 'in') return sql`${field} = any(${test.values})`
  if (test.op === 'search') {
    const language = test.language === null ? sql`` : sql`${test.language}::regconfig, `
    const isVector = column.type === 'tsvector' && json.length === 0
    const document = isVector ? field : sql`to_tsvector(${language}${field})`
    return sql`${document} @@ ${searches[test.search]}(${language}${test.value}::text)`
  }
  const value = test.operator === 'like' || test.operator === 'ilike' ? likePattern(test.value) : test.value
  const operator = comparisons[test.operator]
  if (test.quantifier === null) return sql`${field} ${operator} ${value}`
  return test.quantifier === 'any' ? sql`${field} ${operator} any(${value})` : sql`${field} ${operator} all(${value})`
}

/** `*` stands for `%`. Unlike at PostgREST it can be escaped, so that a search for it finds it and not everything. */
const likePattern = (value: string): string =>
  value.replaceAll(/\\[^]|\*/g, (found) => (found === '*' ? '%' : found === '\\*' ? '*' : found))

/** True where the embed has at least one row that matches its filters. */
const existsSql = (parent: string, embed: Embed): Sql =>
  sql`exists (select from ${sourceSql(embed)}${whereSql([
    ...joinSql(parent, embed),
    ...filtersSql(embed.plan),
    ...innerEmbedsSql(embed.plan),
  ])})`

export const innerEmbedsSql = (plan: QueryPlan): Sql[] =>
  plan.embeds.filter(({ inner }) => inner).map((embed) => existsSql(plan.ref, embed))

/** Tables that an embed reads from: its own, and the junction table of a many-to-many relationship. */
export function sourceSql({ plan, relationship }: Embed): Sql {
  const table = tableSql(plan.table.name, plan.ref)
  return relationship.junction ? sql`${table}, ${tableSql(relationship.junction.table, junctionRef(plan))}` : table
}

/** Join conditions between an embed and its parent row. */
export function joinSql(parent: string, { plan, relationship: { columns, junction } }: Embed): Sql[] {
  const equal = (left: Sql, right: Sql): Sql => sql`${left} = ${right}`
  if (!junction) return columns.map(([own, other]) => equal(sql.id(plan.ref, other), sql.id(parent, own)))
  const junctionAlias = junctionRef(plan)
  return [
    ...junction.fromColumns.map(([own, column]) => equal(sql.id(junctionAlias, column), sql.id(parent, own))),
    ...junction.toColumns.map(([column, other]) => equal(sql.id(plan.ref, other), sql.id(junctionAlias, column))),
  ]
}

export const tableSql = (name: string, ref: string): Sql => sql`${sql.id('public', name)} as ${sql.id(ref)}`

const junctionRef = ({ ref }: QueryPlan): string => `${ref}_junction`
