import type { Context } from '../context.ts'
import type { Claims } from '../db/claims.ts'
import { Failure } from '../errors.ts'
import { checkApiKey } from '../http/api-key.ts'
import { raw, type RawCall, type Route } from '../http/route.ts'
import { failureAnswer, preferenceApplied } from './answer.ts'
import { answerTable } from './answer-table.ts'
import { claimsOf } from './caller-role.ts'
import { databaseFailure } from './database-errors.ts'
import { RestFailure } from './errors.ts'
import { allowed, readRequest } from './request.ts'

const maxBodyBytes = 256 * 1024

/** `/rest/v1`: the tables of schema `public` in the PostgREST protocol, as far as grants and policies let the caller. */
export const tableRoutes: Route[] = [
  raw({
    method: 'ALL',
    path: '/rest/v1/*',
    auth: 'own',
    limit: null,
    maxBytes: maxBodyBytes,
    handle: answer,
    onError: (error) => (error instanceof Failure ? failureAnswer(frameFailure(error)) : null),
  }),
]

async function answer(ctx: Pick<Context, 'clock' | 'db' | 'events' | 'access'>, call: RawCall): Promise<Response> {
  if (call.request.method === 'OPTIONS') return new Response(null, { headers: { allow: allowed } })
  const key = checkApiKey(ctx.access, call.request.headers, call.url)
  if ('refusal' in key) return key.refusal
  let role: Claims['role'] = 'anon'
  try {
    const claims = await claimsOf(ctx, call.request.headers)
    role = claims.role
    const request = readRequest(call)
    const response = await answerTable(ctx, claims, request)
    const applied = preferenceApplied(request.preferences, request.method !== 'GET' && request.method !== 'HEAD')
    if (applied !== null) response.headers.set('preference-applied', applied)
    return response
  } catch (error) {
    const failure = toFailure(error, role)
    if (failure.status >= 500)
      ctx.events.requestFailed({ requestId: call.requestId, method: call.request.method, route: '/rest/v1', error })
    const response = failureAnswer(failure)
    response.headers.set('x-request-id', call.requestId)
    return call.request.method === 'HEAD' ? new Response(null, response) : response
  }
}

function toFailure(error: unknown, role: Claims['role']): RestFailure {
  if (error instanceof RestFailure) return error
  if (error instanceof Failure) return frameFailure(error)
  return (
    databaseFailure(error, role) ??
    new RestFailure(500, 'PGRSTX00', 'Something went wrong on our side. Please try again.')
  )
}

const frameFailure = ({ status, message }: Failure): RestFailure =>
  new RestFailure(status, status === 413 ? 'PGRST102' : 'PGRST000', message)
