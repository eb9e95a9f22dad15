import type { Tx } from '../db/database.ts'
import { notOneRow, pageAnswer } from './answer.ts'
import { applyRange, type TableQuery } from './parse-query.ts'
import { planQuery } from './plan.ts'
import { readPage } from './read-sql.ts'
import type { TableRequest } from './request.ts'
import type { SchemaCache, Table } from './schema-cache.ts'

/** `GET` and `HEAD`: a page of a table. */
export function planRead(cache: SchemaCache, table: Table, query: TableQuery, request: TableRequest) {
  const root = { ...query.root }
  applyRange(root, request.range)
  const plan = planQuery(cache, table, root)
  const { media, headers, preferences } = request
  return async (tx: Tx): Promise<Response> => {
    const page = await readPage(tx, plan, {
      shape: request.method === 'HEAD' ? 'none' : media.shape,
      stripNulls: media.stripNulls,
      // Planned and estimated counts are answered exactly: the planner's guesses are made from all tenants' rows.
      count: preferences.count !== null,
    })
    if (media.shape === 'object' && page.rows !== 1) throw notOneRow(page.rows)
    // Who wants no row at all is not beyond the last one.
    return pageAnswer(page, { offset: plan.limit === 0 ? 0 : plan.offset, media, headers })
  }
}
