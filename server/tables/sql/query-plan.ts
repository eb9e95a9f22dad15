import { throwRestError, throwAggregateNotAllowed, RestError, throwUnknownColumn } from '../parse/rest-error.ts'
import type { Filter, FilterTest } from '../parse/parse-filter.ts'
import type { OrderTerm } from '../parse/parse-order.ts'
import type { ResourceQuery } from '../parse/parse-query.ts'
import type { SelectField } from '../parse/parse-select.ts'
import { closestName, findRelationship, isToOne } from '../catalogue/relationships.ts'
import type { FieldPath, JsonStep } from '../parse/scanner.ts'
import type { Column, Relationship, SchemaCache, Table } from '../catalogue/schema-cache.ts'

/** Longest page of rows; counts are not affected. */
const tableMaxRows = 1000

/** A query whose names are resolved in the schema cache. */
export interface QueryPlan {
  table: Table
  /** Alias of the table in the statement: t0, t1 … */
  ref: string
  outputs: OutputColumn[]
  embeds: Embed[]
  where: PlannedFilter[]
  order: PlannedOrder[]
  limit: number
  offset: number
}

export interface Field {
  column: Column
  json: JsonStep[]
}

export interface OutputColumn extends Field {
  key: string
  cast: string | null
}

export interface Embed {
  key: string
  relationship: Relationship
  inner: boolean
  plan: QueryPlan
}

export type PlannedFilter =
  | { kind: 'test'; field: Field; negated: boolean; test: FilterTest }
  | { kind: 'exists'; embed: Embed; negated: boolean }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: PlannedFilter[] }

export interface PlannedOrder extends Omit<OrderTerm, 'embed' | 'field'> {
  embed: Embed | null
  field: Field
}

export function findTable(cache: SchemaCache, name: string): Table {
  const table = cache.tables.get(name)
  if (table) return table
  const close = closestName(name, [...cache.tables.keys()])
  throw new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`, {
    hint: close === null ? null : `Perhaps you meant the table 'public.${close}'`,
  })
}

export const findColumn = (table: Table, name: string): Column =>
  table.columns.get(name) ?? throwUnknownColumn(table.name, name)

export function planQuery(cache: SchemaCache, table: Table, query: ResourceQuery): QueryPlan {
  let refs = 0
  const plan = (table: Table, query: ResourceQuery): QueryPlan => {
    const ref = `t${refs++}`
    const embeds = query.embeds.map(({ item, query: inside }): Embed => {
      const relationship = findRelationship(cache, table.name, item.target, item.hint)
      const embedded = plan(findTable(cache, relationship.to), inside)
      return { key: item.alias ?? item.target, relationship, inner: item.inner, plan: embedded }
    })
    const keys = embeds.map(({ key }) => key)
    const repeated = keys.find((key, position) => keys.indexOf(key) !== position)
    // One would overwrite the other in the JSON object; PostgreSQL's own error, as PostgREST returns it.
    if (repeated !== undefined) throwRestError(400, '42712', `table name "${repeated}" specified more than once`)
    return {
      table,
      ref,
      embeds,
      outputs: query.fields.flatMap((field) => (field === 'all' ? allColumns(table) : [planOutput(table, field)])),
      where: query.where.map((condition) => planFilter(table, embeds, condition)),
      order: query.order.map((term) => planOrder(table, embeds, term)),
      limit: Math.min(query.limit ?? tableMaxRows, tableMaxRows),
      offset: query.offset,
    }
  }
  return plan(table, query)
}

const allColumns = (table: Table): OutputColumn[] =>
  [...table.columns.values()].map((column) => ({ key: column.name, column, json: [], cast: null }))

const planField = (table: Table, { column, json }: FieldPath): Field => ({ column: findColumn(table, column), json })

function planOutput(table: Table, { alias, field, cast }: SelectField): OutputColumn {
  // `embed(count)`: PostgREST's syntax for a count, older than its aggregate functions.
  if (field.column === 'count' && !table.columns.has('count')) throwAggregateNotAllowed()
  const lastKey = field.json.findLast(({ key }) => typeof key === 'string')?.key
  const type = cast === null ? null : (castTypes.get(cast.toLowerCase()) ?? unknownType(cast))
  return { ...planField(table, field), key: alias ?? String(lastKey ?? field.column), cast: type }
}

function planFilter(table: Table, embeds: Embed[], condition: Filter): PlannedFilter {
  if (condition.kind === 'group') {
    return { ...condition, members: condition.members.map((member) => planFilter(table, embeds, member)) }
  }
  const { field, test, negated } = condition
  const embed = table.columns.has(field.column) ? undefined : embeds.find(({ key }) => key === field.column)
  if (!embed) return { ...condition, field: planField(table, field) }
  if (test.op !== 'is' || (test.state !== 'null' && test.state !== 'not_null')) {
    throw new RestError(400, 'PGRST120', `Bad operator on the '${embed.key}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return { kind: 'exists', embed, negated: (test.state === 'null') !== negated }
}

function planOrder(table: Table, embeds: Embed[], term: OrderTerm): PlannedOrder {
  if (term.embed === null) return { ...term, embed: null, field: planField(table, term.field) }
  const embed = embeds.find(({ key }) => key === term.embed)
  if (!embed) {
    return throwRestError(400, 'PGRST108', `'${term.embed}' is not an embedded resource in this request`, {
      hint: `Verify that '${term.embed}' is included in the 'select' query parameter.`,
    })
  }
  if (!isToOne(embed.relationship)) {
    throwRestError(400, 'PGRST118', `A related order on '${embed.relationship.to}' is not possible`, {
      details: `'${table.name}' and '${embed.relationship.to}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  return { ...term, embed, field: planField(embed.plan.table, term.field) }
}

/** Cast types by their aliases. A type name cannot be a bind parameter, hence the fixed list. */
const castTypes = new Map(
  [
    ['text'],
    ['varchar'],
    ['integer', 'int', 'int4'],
    ['bigint', 'int8'],
    ['smallint', 'int2'],
    ['numeric', 'decimal'],
    ['real', 'float4'],
    ['double precision', 'float8', 'float'],
    ['boolean', 'bool'],
    ['date'],
    ['time'],
    ['timetz'],
    ['timestamp'],
    ['timestamptz'],
    ['interval'],
    ['uuid'],
    ['json'],
    ['jsonb'],
  ].flatMap(([type = '', ...others]) =>
    [type, ...others].flatMap((name): [string, string][] => [
      [name, type],
      [`${name}[]`, `${type}[]`],
    ]),
  ),
)

const unknownType = (name: string): never => throwRestError(400, '42704', `type "${name}" does not exist`)
