import type { Tx } from '../db/database.ts'
import { notSingleRowError, writeResponse } from './request/table-responses.ts'
import { parsePayload } from './sql/write-payload.ts'
import { throwRestError, RestError } from './parse/rest-error.ts'
import type { TableQuery } from './parse/parse-query.ts'
import { findColumn, planQuery } from './sql/query-plan.ts'
import type { Shape } from './sql/read-sql.ts'
import type { TableRequest } from './request/table-request.ts'
import type { SchemaCache, Table } from './catalogue/schema-cache.ts'
import { executeWrite, type Upsert, type Write, type WriteOutcome } from './sql/write-sql.ts'

type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

/** Plans `POST`, `PATCH` and `DELETE`. A result that violates the preferences rolls the transaction back. */
export function planWrite(
  cache: SchemaCache,
  table: Table,
  query: TableQuery,
  request: TableRequest,
  method: WriteMethod,
) {
  const { media, headers, preferences } = request
  const plan = planQuery(cache, table, query.root)
  const change = toWrite(table, query, request, method)
  const shape: Shape = preferences.return === 'representation' ? media.shape : 'none'
  const location = preferences.return === 'headers-only' && method === 'POST' && table.primaryKey.length > 0

  return async (tx: Tx): Promise<Response> => {
    const outcome = change
      ? await executeWrite(tx, plan, change, { shape, stripNulls: media.stripNulls, location })
      : emptyOutcome(shape)
    if (media.shape === 'object' && outcome.rows !== 1) throw notSingleRowError(outcome.rows)
    enforceMaxAffected(outcome, request, method)
    const onlyUpdated =
      preferences.resolution === 'merge-duplicates' && outcome.rows > 0 && outcome.updated === outcome.rows
    const result = {
      method,
      rows: outcome.rows,
      onlyUpdated,
      body: outcome.body,
      location: locationHeader(table, outcome.key),
    }
    return writeResponse(result, { preferences, media, headers })
  }
}

const emptyOutcome = (shape: Shape): WriteOutcome => ({
  rows: 0,
  updated: 0,
  body: shape === 'array' ? '[]' : '',
  key: null,
})

function toWrite(
  table: Table,
  { root, columns, onConflict }: TableQuery,
  request: TableRequest,
  method: WriteMethod,
): Write | null {
  if (method !== 'POST' && root.where.length === 0) {
    throwRestError(400, '21000', `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`, {
      hint: 'Add a filter; to mean all rows, say so with one that is always true.',
    })
  }
  if (method === 'DELETE') return { kind: 'delete' }
  const rows = parsePayload(table, {
    contentType: request.contentType,
    body: request.body,
    columns,
    missingAsDefault: request.preferences.missing === 'default',
  })
  if (rows === 'empty') return null
  if (method === 'PATCH') return rows === 'defaults' ? null : { kind: 'update', rows }
  return { kind: 'insert', rows, upsert: toUpsert(table, onConflict, request) }
}

function toUpsert(table: Table, onConflict: string[] | null, { preferences }: TableRequest): Upsert | null {
  if (preferences.resolution === null) return null
  const conflict = onConflict?.map((name) => findColumn(table, name).name) ?? table.primaryKey
  return { conflict, merge: preferences.resolution === 'merge-duplicates' }
}

function enforceMaxAffected({ rows }: WriteOutcome, { preferences }: TableRequest, method: WriteMethod): void {
  const { handling, maxAffected } = preferences
  if (handling !== 'strict' || maxAffected === null || method === 'POST' || rows <= maxAffected) return
  throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

function locationHeader(table: Table, key: string[] | null): string | null {
  if (key === null) return null
  const filters = table.primaryKey.map((name, index): [string, string] => [name, `eq.${key[index] ?? ''}`])
  return `/${encodeURIComponent(table.name)}?${new URLSearchParams(filters)}`
}
