import { bearerToken } from '../../kit/oauth/token-endpoint.ts'
import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { FaultBehavior } from '../../kit/service-middleware.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { errorEnvelope, type GraphError } from '../graph/errors.ts'
import { faultError } from './errors.ts'

type Ids = { 'request-id': string; 'client-request-id': string }

export function idsOf(c: Context): Ids {
  const requestId = randomUUID()
  return { 'request-id': requestId, 'client-request-id': c.req.header('client-request-id') ?? requestId }
}

function errorBody(sandbox: MicrosoftSandbox, problem: GraphError, ids: Ids) {
  const stamp = { date: sandbox.clock.iso(), requestId: ids['request-id'], clientRequestId: ids['client-request-id'] }
  return errorEnvelope(problem, stamp, 'innerError')
}

/** The response of a refusal. It is sent after the request is read to its end. */
export async function refusal(sandbox: MicrosoftSandbox, c: Context, problem: GraphError, ids: Ids): Promise<Response> {
  // A client that is still sending takes an early response for a broken connection.
  const { body, bodyUsed } = c.req.raw
  if (body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream())
  const headers = { ...ids, ...problem.headers }
  return Response.json(errorBody(sandbox, problem, ids), { status: problem.status, headers })
}

/** The form of faults of OneDrive. */
export function oneDriveFaults(sandbox: MicrosoftSandbox): FaultBehavior {
  const sessionOf = (path: string) => sandbox.drives.sessions.get(secretIn(path))
  return {
    errorBody: (status, fault) =>
      status === 502
        ? '<html><body><h1>502 Bad Gateway</h1></body></html>'
        : errorBody(sandbox, faultError(fault, status), {
            'request-id': randomUUID(),
            'client-request-id': randomUUID(),
          }),
    mailboxOf(_, path, authorization) {
      const token = sandbox.entra.accessTokens.get(bearerToken(authorization))
      return token?.email ?? sessionOf(path)?.drive.email ?? null
    },
    // Ranges and small files are streamed; the journal has only their size.
    streams: (c) => c.req.method === 'PUT',
    async change(fault, answer) {
      if (fault.action === 'sessionLost') sandbox.drives.sessions.clear()
      return answer
    },
  }
}

export function secretIn(path: string): string {
  return new URL(path, 'http://sandbox').searchParams.get('tempauth') ?? ''
}

/** Every 429 and 503 of OneDrive has a Retry-After header. */
export const withRetryAfter: MiddlewareHandler = async (c, next) => {
  await next()
  if ((c.res.status === 429 || c.res.status === 503) && !c.res.headers.has('Retry-After')) c.header('Retry-After', '1')
}
