import type { Tx } from '../db/database.ts'
import { notOneRow, writeAnswer } from './answer.ts'
import { readPayload } from './body.ts'
import { refuse, RestFailure } from './errors.ts'
import type { TableQuery } from './parse-query.ts'
import { findColumn, planQuery } from './plan.ts'
import type { Shape } from './read-sql.ts'
import type { TableRequest } from './request.ts'
import type { SchemaCache, Table } from './schema-cache.ts'
import { write, type Upsert, type Write, type Written } from './write-sql.ts'

type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

/** `POST`, `PATCH` and `DELETE`. What does not fit the preferences is undone with the transaction. */
export function planWrite(
  cache: SchemaCache,
  table: Table,
  query: TableQuery,
  request: TableRequest,
  method: WriteMethod,
) {
  const { media, headers, preferences } = request
  const plan = planQuery(cache, table, query.root)
  const change = changeOf(table, query, request, method)
  const shape: Shape = preferences.return === 'representation' ? media.shape : 'none'
  const location = preferences.return === 'headers-only' && method === 'POST' && table.primaryKey.length > 0

  return async (tx: Tx): Promise<Response> => {
    const done = change
      ? await write(tx, plan, change, { shape, stripNulls: media.stripNulls, location })
      : nothing(shape)
    if (media.shape === 'object' && done.rows !== 1) throw notOneRow(done.rows)
    checkAffected(done, request, method)
    const nothingNew = preferences.resolution === 'merge-duplicates' && done.rows > 0 && done.updated === done.rows
    const answer = { method, rows: done.rows, nothingNew, body: done.body, location: locationOf(table, done.key) }
    return writeAnswer(answer, { preferences, media, headers })
  }
}

const nothing = (shape: Shape): Written => ({ rows: 0, updated: 0, body: shape === 'array' ? '[]' : '', key: null })

function changeOf(
  table: Table,
  { root, columns, onConflict }: TableQuery,
  request: TableRequest,
  method: WriteMethod,
): Write | null {
  if (method !== 'POST' && root.where.length === 0) {
    refuse(400, '21000', `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`, {
      hint: 'Add a filter; to mean all rows, say so with one that is always true.',
    })
  }
  if (method === 'DELETE') return { kind: 'delete' }
  const rows = readPayload(table, {
    contentType: request.contentType,
    body: request.body,
    columns,
    missingAsDefault: request.preferences.missing === 'default',
  })
  if (rows === 'empty') return null
  if (method === 'PATCH') return rows === 'defaults' ? null : { kind: 'update', rows }
  return { kind: 'insert', rows, upsert: upsertOf(table, onConflict, request) }
}

function upsertOf(table: Table, onConflict: string[] | null, { preferences }: TableRequest): Upsert | null {
  if (preferences.resolution === null) return null
  const conflict = onConflict?.map((name) => findColumn(table, name).name) ?? table.primaryKey
  return { conflict, merge: preferences.resolution === 'merge-duplicates' }
}

function checkAffected({ rows }: Written, { preferences }: TableRequest, method: WriteMethod): void {
  const { handling, maxAffected } = preferences
  if (handling !== 'strict' || maxAffected === null || method === 'POST' || rows <= maxAffected) return
  throw new RestFailure(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

function locationOf(table: Table, key: string[] | null): string | null {
  if (key === null) return null
  const filters = table.primaryKey.map((name, index): [string, string] => [name, `eq.${key[index] ?? ''}`])
  return `/${encodeURIComponent(table.name)}?${new URLSearchParams(filters)}`
}
