import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { GateOptions } from '../../kit/gate.ts'
import type { World } from '../../kit/world.ts'
import { errorEnvelope, type GraphError } from '../graph/errors.ts'
import { faultError } from './errors.ts'

type Ids = { 'request-id': string; 'client-request-id': string }

export function idsOf(c: Context): Ids {
  const requestId = randomUUID()
  return { 'request-id': requestId, 'client-request-id': c.req.header('client-request-id') ?? requestId }
}

function errorBody(world: World, problem: GraphError, ids: Ids) {
  const stamp = { date: world.clock.iso(), requestId: ids['request-id'], clientRequestId: ids['client-request-id'] }
  return errorEnvelope(problem, stamp, 'innerError')
}

/** A refusal as it goes over the wire, when the call has been read to its end. */
export async function refusal(world: World, c: Context, problem: GraphError, ids: Ids): Promise<Response> {
  // A client that is still sending would take an early answer for a broken connection.
  const { body, bodyUsed } = c.req.raw
  if (body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream())
  const headers = { ...ids, ...problem.headers }
  return Response.json(errorBody(world, problem, ids), { status: problem.status, headers })
}

/** How faults look at OneDrive, and whose call one is. */
export function driveGate(world: World): GateOptions {
  const sessionOf = (path: string) => world.drives.sessions.get(secretIn(path))
  return {
    errorBody: (status, fault) =>
      status === 502
        ? '<html><body><h1>502 Bad Gateway</h1></body></html>'
        : errorBody(world, faultError(fault, status), {
            'request-id': randomUUID(),
            'client-request-id': randomUUID(),
          }),
    mailboxOf(_, path, authorization) {
      const token = world.entra.accessTokens.get(/^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
      return token?.email ?? sessionOf(path)?.drive.email ?? null
    },
    // Ranges and small files come as they are; so does the journal say only how many bytes they had.
    streams: (c) => c.req.method === 'PUT',
    async change(fault, answer) {
      if (fault.action === 'sessionLost') world.drives.sessions.clear()
      return answer
    },
  }
}

export function secretIn(path: string): string {
  return new URL(path, 'http://sandbox').searchParams.get('tempauth') ?? ''
}

/** OneDrive never throttles, and is never away, without saying when to come again. */
export const sayWhenAgain: MiddlewareHandler = async (c, next) => {
  await next()
  if ((c.res.status === 429 || c.res.status === 503) && !c.res.headers.has('Retry-After')) c.header('Retry-After', '1')
}
