import type { Tx } from '../db/database.ts'
import { notSingleRowError, readResponse } from './request/table-responses.ts'
import { applyRange, type TableQuery } from './parse/parse-query.ts'
import { planQuery } from './sql/query-plan.ts'
import { readPage } from './sql/read-sql.ts'
import type { TableRequest } from './request/table-request.ts'
import type { SchemaCache, Table } from './catalogue/schema-cache.ts'

/** Plans `GET` and `HEAD`. */
export function planRead(cache: SchemaCache, table: Table, query: TableQuery, request: TableRequest) {
  const root = { ...query.root }
  applyRange(root, request.range)
  const plan = planQuery(cache, table, root)
  const { media, headers, preferences } = request
  return async (tx: Tx): Promise<Response> => {
    const page = await readPage(tx, plan, {
      shape: request.method === 'HEAD' ? 'none' : media.shape,
      stripNulls: media.stripNulls,
      // Planned and estimated counts are exact too: planner statistics would reveal the rows of other users.
      count: preferences.count !== null,
    })
    if (media.shape === 'object' && page.rows !== 1) throw notSingleRowError(page.rows)
    // With limit 0 an offset beyond the last row is no error.
    return readResponse(page, { offset: plan.limit === 0 ? 0 : plan.offset, media, headers })
  }
}
