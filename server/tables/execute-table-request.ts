import type { Context } from '../context.ts'
import type { Claims, Tx } from '../db/database.ts'
import { planWrite } from './plan-write.ts'
import { sqlStateOf } from './database-errors.ts'
import { RestError } from './parse/rest-error.ts'
import { parseQuery, type TableQuery } from './parse/parse-query.ts'
import { findTable } from './sql/query-plan.ts'
import { planRead } from './plan-read.ts'
import type { TableRequest } from './request/table-request.ts'
import { loadSchemaCache, type SchemaCache } from './catalogue/schema-cache.ts'

const tableStatementTimeoutMs = 5000

type Operation = (tx: Tx) => Promise<Response>

const settingsOf = ({ preferences: { timezone } }: TableRequest): Record<string, string> => ({
  statement_timeout: String(tableStatementTimeoutMs),
  ...(timezone === null ? {} : { timezone }),
})

/**
 * Executes a request in one transaction with the caller's role and claims.
 * @param afterWrite runs in the same transaction
 */
export async function executeTableRequest(
  ctx: Pick<Context, 'clock' | 'db'>,
  claims: Claims,
  request: TableRequest,
  afterWrite: (tx: Tx) => Promise<void>,
): Promise<Response> {
  const query = parseQuery(request.parameters)
  const readOnly = request.method === 'GET' || request.method === 'HEAD'
  const transaction = (operation: Operation): Promise<Response> =>
    ctx.db.asUser(claims, operation, { readOnly, settings: settingsOf(request) })
  const run = async (cache: SchemaCache): Promise<Response> => {
    const planned = planOperation(cache, query, request)
    const operation: Operation = async (tx) => {
      const response = await planned(tx)
      if (!readOnly) await afterWrite(tx)
      return response
    }
    return request.preferences.tx === 'rollback' ? executeAndRollBack(transaction, operation) : transaction(operation)
  }

  const now = ctx.clock.now().getTime()
  const cache = await loadSchemaCache(ctx.db, now)
  try {
    return await run(cache)
  } catch (error) {
    // The failed transaction changed nothing, so it can be repeated with a reloaded schema cache.
    const fresh = isUnknownName(error) ? await loadSchemaCache(ctx.db, now, { stale: true }) : cache
    if (fresh === cache) throw error
    return run(fresh)
  }
}

function planOperation(cache: SchemaCache, query: TableQuery, request: TableRequest): Operation {
  const table = findTable(cache, request.table)
  return request.method === 'GET' || request.method === 'HEAD'
    ? planRead(cache, table, query, request)
    : planWrite(cache, table, query, request, request.method)
}

const unknownNames = new Set(['PGRST200', 'PGRST204', 'PGRST205', '42703', '42P01'])

const isUnknownName = (error: unknown): boolean =>
  unknownNames.has(error instanceof RestError ? error.code : (sqlStateOf(error) ?? ''))

/** `Prefer: tx=rollback`: returns the response of the change, and rolls the change back. */
async function executeAndRollBack(
  transaction: (operation: Operation) => Promise<Response>,
  operation: Operation,
): Promise<Response> {
  try {
    return await transaction(async (tx) => {
      throw new RollbackSignal(await operation(tx))
    })
  } catch (error) {
    if (error instanceof RollbackSignal) return error.response
    throw error
  }
}

class RollbackSignal extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('rolled back as requested')
    this.response = response
  }
}
