import type { Context } from '../context.ts'
import type { Claims } from '../db/claims.ts'
import { AppError } from '../errors.ts'
import { authenticateApiKey } from '../http/request/api-key.ts'
import { rawRoute, type RawCall, type Route } from '../http/routing/route.ts'
import { restErrorResponse, appliedPreferences } from './request/table-responses.ts'
import { executeInTurn } from './execute-in-turn.ts'
import { executeTableRequest } from './execute-table-request.ts'
import { requestClaims } from './request-claims.ts'
import { toRestError } from './database-errors.ts'
import { RestError } from './parse/rest-error.ts'
import { allowedMethods, parseTableRequest } from './request/table-request.ts'
import { dutiesOf, type TableWriteDuties } from './write-duties.ts'

const tableBodyMaxBytes = 256 * 1024

/** `/rest/v1`: the tables of schema `public` in the PostgREST protocol, within the caller's grants and policies. */
export const createTableRoutes = (duties: TableWriteDuties): Route[] => [
  rawRoute({
    method: 'ALL',
    path: '/rest/v1/*',
    auth: 'own',
    limit: null,
    maxBytes: tableBodyMaxBytes,
    handle: (ctx, call) => handleTableRequest(ctx, call, duties),
    onError: (error) => (error instanceof AppError ? restErrorResponse(appErrorToRestError(error)) : null),
  }),
]

async function handleTableRequest(ctx: Context, call: RawCall, duties: TableWriteDuties): Promise<Response> {
  if (call.request.method === 'OPTIONS') return new Response(null, { headers: { allow: allowedMethods } })
  const key = authenticateApiKey(ctx.access, call.request.headers, call.url)
  if ('refusal' in key) return key.refusal
  let role: Claims['role'] = 'anon'
  try {
    const claims = await requestClaims(ctx, call.request.headers)
    role = claims.role
    const request = parseTableRequest(call)
    const own = dutiesOf(duties, request, claims, call)
    const response = await executeInTurn(claims.sub ?? call.ip, async () => {
      const after: { follow?: () => Promise<void> } = {}
      const written = await executeTableRequest(ctx, claims, request, async (tx) => {
        if (own) after.follow = await own(ctx, tx)
      })
      await after.follow?.()
      return written
    })
    const applied = appliedPreferences(request.preferences, request.method !== 'GET' && request.method !== 'HEAD')
    if (applied !== null) response.headers.set('preference-applied', applied)
    return response
  } catch (error) {
    const failure = errorToRestError(error, role)
    if (failure.status >= 500)
      ctx.events.requestFailed({ requestId: call.requestId, method: call.request.method, route: '/rest/v1', error })
    const response = restErrorResponse(failure)
    response.headers.set('x-request-id', call.requestId)
    return call.request.method === 'HEAD' ? new Response(null, response) : response
  }
}

function errorToRestError(error: unknown, role: Claims['role']): RestError {
  if (error instanceof RestError) return error
  if (error instanceof AppError) return appErrorToRestError(error)
  return (
    toRestError(error, role) ?? new RestError(500, 'PGRSTX00', 'Something went wrong on the server. Please try again.')
  )
}

const appErrorToRestError = ({ status, message }: AppError): RestError =>
  new RestError(status, status === 413 ? 'PGRST102' : 'PGRST000', message)
