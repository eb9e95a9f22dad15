import { refuse } from './errors.ts'
import type { Column, Table } from './schema-cache.ts'
import type { Rows } from './write-sql.ts'

/** Rows to write, or `empty` where the body has none, or `defaults` where it has one without any value. */
export type Payload = Rows | 'empty' | 'defaults'

const jsonTypes = /^(?:application\/json|application\/vnd\.pgrst\.(?:object|array)(?:\+json)?)\s*(?:;|$)/i

/**
 * Reads the objects of a body. Only their keys matter here: the values go on as they came, and Postgres reads them.
 * @param columns the names of `columns=`; without it every object must have the same keys
 */
export function readPayload(
  table: Table,
  {
    contentType,
    body,
    columns,
    missingAsDefault,
  }: { contentType: string | null; body: Buffer; columns: string[] | null; missingAsDefault: boolean },
): Payload {
  if (contentType !== null && !jsonTypes.test(contentType)) {
    refuse(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`)
  }
  const text = decode(body)
  const parsed = parse(text)
  const isList = Array.isArray(parsed)
  const objects: unknown[] = isList ? parsed : [parsed]
  const keys = objects.map(keysOf)
  const [first] = keys
  if (!first) return 'empty'
  if (columns === null && !keys.every((each) => sameKeys(first, each)))
    refuse(400, 'PGRST102', 'All object keys must match')

  const names = columns ?? [...first]
  if (names.length === 0 && objects.length > 1) refuse(400, 'PGRST102', 'Empty objects are taken one at a time')
  if (names.length === 0) return 'defaults'
  return { json: isList ? text : `[${text}]`, columns: names.map((name) => bodyColumn(table, name)), missingAsDefault }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return invalid()
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return invalid()
  }
}

const keysOf = (value: unknown): Set<string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Set(Object.keys(value)) : invalid()

const sameKeys = (left: Set<string>, right: Set<string>): boolean =>
  left.size === right.size && [...left].every((key) => right.has(key))

const bodyColumn = (table: Table, name: string): Column =>
  table.columns.get(name) ??
  refuse(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`)

const invalid = (): never => refuse(400, 'PGRST102', 'Empty or invalid json')
