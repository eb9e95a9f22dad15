import { throwRestError } from '../parse/rest-error.ts'
import type { Column, Table } from '../catalogue/schema-cache.ts'
import type { PayloadRows } from './write-sql.ts'

/** Rows to write; `empty`: no rows; `defaults`: one row without values. */
type Payload = PayloadRows | 'empty' | 'defaults'

const jsonTypes = /^(?:application\/json|application\/vnd\.pgrst\.(?:object|array)(?:\+json)?)\s*(?:;|$)/i

/**
 * Parses the objects of a body. Only their keys are checked: PostgreSQL parses the values from the original JSON text.
 * @param columns names of the `columns` parameter; null: all objects must have the same keys
 */
export function parsePayload(
  table: Table,
  {
    contentType,
    body,
    columns,
    missingAsDefault,
  }: { contentType: string | null; body: Buffer; columns: string[] | null; missingAsDefault: boolean },
): Payload {
  if (contentType !== null && !jsonTypes.test(contentType)) {
    throwRestError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`)
  }
  const text = decode(body)
  const parsed = parse(text)
  const isList = Array.isArray(parsed)
  const objects: unknown[] = isList ? parsed : [parsed]
  const keys = objects.map(keysOf)
  const [first] = keys
  if (!first) return 'empty'
  if (columns === null && !keys.every((each) => sameKeys(first, each)))
    throwRestError(400, 'PGRST102', 'All object keys must match')

  const names = columns ?? [...first]
  if (names.length === 0 && objects.length > 1) throwRestError(400, 'PGRST102', 'Empty objects are taken one at a time')
  if (names.length === 0) return 'defaults'
  return { json: isList ? text : `[${text}]`, columns: names.map((name) => bodyColumn(table, name)), missingAsDefault }
}

/** Without a byte order mark. */
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
  throwRestError(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`)

const invalid = (): never => throwRestError(400, 'PGRST102', 'Empty or invalid json')
