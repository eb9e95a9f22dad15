import type { Context } from '../context.ts'
import type { Claims, Tx } from '../db/database.ts'
import { planWrite } from './change.ts'
import { sqlStateOf } from './database-errors.ts'
import { RestFailure } from './errors.ts'
import { parseQuery, type TableQuery } from './parse-query.ts'
import { findTable } from './plan.ts'
import { planRead } from './read.ts'
import type { TableRequest } from './request.ts'
import { schemaCache, type SchemaCache } from './schema-cache.ts'

type Work = (tx: Tx) => Promise<Response>

/** No page of ours takes a tenth of it; nobody may hold a connection for long (security checklist D9). */
const statementTimeoutMs = 5000

const settingsOf = ({ preferences: { timezone } }: TableRequest): Record<string, string> => ({
  statement_timeout: String(statementTimeoutMs),
  ...(timezone === null ? {} : { timezone }),
})

/** Answers a request in one transaction, as the caller. */
export async function answerTable(
  ctx: Pick<Context, 'clock' | 'db'>,
  claims: Claims,
  request: TableRequest,
): Promise<Response> {
  const query = parseQuery(request.parameters)
  const readOnly = request.method === 'GET' || request.method === 'HEAD'
  const transaction = (work: Work): Promise<Response> =>
    ctx.db.asUser(claims, work, { readOnly, settings: settingsOf(request) })
  const run = async (cache: SchemaCache): Promise<Response> => {
    const work = plan(cache, query, request)
    return request.preferences.tx === 'rollback' ? undone(transaction, work) : transaction(work)
  }

  const now = ctx.clock.now().getTime()
  const cache = await schemaCache(ctx.db, now)
  try {
    return await run(cache)
  } catch (error) {
    // A transaction that failed has changed nothing, so it may be tried again by the schema of today.
    const fresh = isUnknownName(error) ? await schemaCache(ctx.db, now, { stale: true }) : cache
    if (fresh === cache) throw error
    return run(fresh)
  }
}

function plan(cache: SchemaCache, query: TableQuery, request: TableRequest): Work {
  const table = findTable(cache, request.table)
  return request.method === 'GET' || request.method === 'HEAD'
    ? planRead(cache, table, query, request)
    : planWrite(cache, table, query, request, request.method)
}

const unknownNames = new Set(['PGRST200', 'PGRST204', 'PGRST205', '42703', '42P01'])

const isUnknownName = (error: unknown): boolean =>
  unknownNames.has(error instanceof RestFailure ? error.code : (sqlStateOf(error) ?? ''))

/** `Prefer: tx=rollback`: the answer of a change that is not made. */
async function undone(transaction: (work: Work) => Promise<Response>, work: Work): Promise<Response> {
  try {
    return await transaction(async (tx) => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.answer
    throw error
  }
}

class Undone extends Error {
  readonly answer: Response
  constructor(answer: Response) {
    super('rolled back as asked')
    this.answer = answer
  }
}
