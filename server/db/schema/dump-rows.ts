import type { Column, Constraint } from './catalogue.ts'

const header = `\
/** Row types of all tables. Written by \`npm run db:dump\` from a migrated database; a test compares both. */
import type { ColumnType, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Written as JSON text: the driver converts JavaScript arrays to PostgreSQL arrays. */
export type Json = ColumnType<JsonValue, string, string>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Optional in inserts. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
`

const types: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  'text[]': 'string[]',
  'character varying(255)': 'string',
  integer: 'number',
  'integer[]': 'number[]',
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'string',
  jsonb: 'Json',
  bytea: 'Buffer',
  'timestamp with time zone': 'Timestamp',
}

const maxLineLength = 120

/** The text of rows.ts, formatted as Biome would. */
export function dumpRows(columns: readonly Column[], constraints: readonly Constraint[]): string {
  const tables = Map.groupBy(columns, (column) => keyOf(column))
  const literals = literalTypes(constraints)
  const names = [...tables.keys()].sort()
  const rows = names.map((key) => {
    const fields = (tables.get(key) ?? []).map((column) => field(column, literals.get(`${key}.${column.column}`)))
    return `export interface ${rowName(key)} {\n${fields.join('\n')}\n}\n`
  })
  const keys = names.map((key) => `  ${key.includes('.') ? `'${key}'` : key}: ${rowName(key)}`)
  return [header, ...rows, `export interface DB {\n${keys.join('\n')}\n}\n`].join('\n')
}

function keyOf({ schema, table }: { schema: string; table: string }): string {
  return schema === 'public' ? table : `${schema}.${table}`
}

function rowName(key: string): string {
  return `${key.replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Row`
}

/** Literal types from constraints such as `check (status in ('a', 'b'))`, by table and column. */
function literalTypes(constraints: readonly Constraint[]): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const constraint of constraints) {
    const match = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(.+)\]\)|('[^']+'::text))\)\)$/.exec(constraint.definition)
    const column = match?.[1]
    const list = match?.[2] ?? match?.[3]
    if (column === undefined || list === undefined) continue
    const literals = [...list.matchAll(/'([^']+)'::text/g)].map((literal) => `'${literal[1]}'`)
    lists.set(`${keyOf(constraint)}.${column}`, literals)
  }
  return lists
}

function field({ column, type, nullable, default: value, identity }: Column, literals: string[] | undefined): string {
  const known = types[type]
  if (known === undefined) throw new Error(`no row type is known for ${type} (column ${column})`)
  const members = [...(literals ?? [known]), ...(nullable ? ['null'] : [])]
  const union = members.join(' | ')
  if (identity === 'a') return `  ${column}: GeneratedAlways<${union}>`
  if (value !== null || identity === 'd') return `  ${column}: Generated<${union}>`
  const line = `  ${column}: ${union}`
  return line.length <= maxLineLength ? line : `  ${column}:\n${members.map((member) => `    | ${member}`).join('\n')}`
}
