import { randomUUID } from 'node:crypto'
import { setTimeout as realDelay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { decodeOnce } from '../../kit/decode-once.ts'
import type { Fault, FaultRule } from '../../kit/faults.ts'
import { originOf } from '../../kit/origin.ts'
import { readBody } from '../../kit/read-body.ts'
import { connectionOf, faultResponse, isConnectionLost, sendThrough, sentStatus } from '../../kit/fault-effects.ts'
import { changeResponse, changeMailboxBefore } from './graph-fault-actions.ts'
import { findMailbox } from '../outlook.ts'
import { answerBatch } from './batch.ts'
import type { GraphAnswer, GraphRequest } from './graph-call.ts'
import { errorEnvelope, GraphError, type Stamp } from './errors.ts'
import { type Graph, handle, problemOf, type Trace } from './handle-call.ts'
import type { Kit } from '../../kit/kit.ts'

/** The default code and message of a fault, by status. */
const USUAL: Record<number, [string, string]> = {
  400: ['BadRequest', 'The request is not valid.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  404: ['ErrorItemNotFound', 'The specified object was not found in the store.'],
  409: ['ErrorFolderExists', 'A folder with the specified name already exists.'],
  410: ['SyncStateNotFound', 'The sync state generation is not found; continuationTokenLifetime.'],
  412: ['ErrorIrresolvableConflict', 'The change key passed in the request does not match the current change key.'],
  413: ['RequestEntityTooLarge', 'The request is too large.'],
  429: ['TooManyRequests', 'Please retry again later.'],
  500: ['ErrorInternalServerError', 'An internal server error occurred. The operation failed.'],
  503: ['ServiceUnavailable', 'The service is temporarily unavailable.'],
  504: ['UnknownError', ''],
  507: ['ErrorQuotaExceeded', "The user's mailbox is full."],
}

function faultError(fault: Fault, status: number): GraphError {
  const [code, message] = USUAL[status] ?? ['UnknownError', '']
  return new GraphError(status, fault.error ?? code, fault.message ?? message)
}

/** Transient failures that any client must tolerate: one call in fifty fails before its effect. */
const SHARE = 1 / 50
const RULES: readonly FaultRule[] = [
  { service: 'graph', path: '', when: 'before', status: 429, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, retryAfter: 1 },
  { service: 'graph', path: '', when: 'before', status: 503, error: 'ErrorServerBusy' },
]

function mildFault({ config, random }: Kit): Fault | null {
  if (config.faults === 'none' || !random.chance(SHARE)) return null
  const rule = RULES[random.int(0, RULES.length - 1)]
  return rule ? { ...rule, id: 'mild', pattern: /(?:)/, left: 0, toSkip: 0, endsAt: Infinity, used: 1 } : null
}

const JSON_TYPE = 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8'

/** A Graph call over HTTP: request ids, faults and the journal. */
export async function respondToHttp(graph: Graph, c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
  const { sandbox } = graph
  const url = new URL(c.req.url)
  const body = await readBody(c)
  const headers = c.req.raw.headers
  const path = url.pathname.replace(/^\/graph\.microsoft\.com\/v1\.0\/?/, '')
  const origin = originOf(sandbox, c.req.url)
  const request: GraphRequest = { method: c.req.method, origin, path, query: url.searchParams, headers, body }
  const requestId = randomUUID()
  const stamp = { date: sandbox.clock.iso(), requestId, clientRequestId: headers.get('client-request-id') ?? requestId }
  const trace: Trace = { mailbox: null, concurrency: 0 }
  const at = sandbox.clock.stamp()

  let fault: Fault | null = null
  const answer = await runWithFaults(graph, request, stamp, trace, (found) => (fault = found))
  const response = toResponse(answer, stamp, sandbox.clock.now())
  const text = answer.bytes ? `[${answer.bytes.byteLength} bytes]` : (JSON.stringify(answer.body) ?? '')
  const connection = connectionOf(fault)
  const status = sentStatus(fault, answer.status)
  const seen = { service: 'graph', at, method: request.method, url: c.req.url, headers: Object.fromEntries(headers) }
  const { mailbox, concurrency } = trace
  const faults = idsOf(fault)
  sandbox.journal.add({
    ...seen,
    body: bodyText(headers, body),
    status,
    response: text,
    mailbox,
    requestId,
    concurrency,
    faults,
  })
  return sendThrough(c, connection, response)
}

function idsOf(fault: Fault | null): string[] {
  return fault ? [fault.id] : []
}

/** Runs a call with its fault: before the effect, or after it, when the client receives an error. */
async function runWithFaults(
  graph: Graph,
  request: GraphRequest,
  stamp: Stamp,
  trace: Trace,
  recordFault: (fault: Fault) => void,
): Promise<GraphAnswer> {
  const { sandbox } = graph
  try {
    if (decodeOnce(request.path).toLowerCase() === '$batch' && request.method === 'POST') {
      return await answerBatch(graph, request, stamp, (part, partTrace) =>
        runWithFaults(graph, part, stamp, partTrace, recordFault),
      )
    }
    return await handle(graph, request, trace, async (work) => {
      const query = request.query.size > 0 ? `?${request.query}` : ''
      const path = `/v1.0/${request.path}${query}`
      const fault =
        sandbox.faults.consume({ service: 'graph', method: request.method, path, mailbox: trace.mailbox }) ??
        mildFault(sandbox)
      if (fault) recordFault(fault)
      const wait = Math.max(sandbox.config.graphDelayMs, fault?.delayMs ?? 0)
      if (wait > 0) await realDelay(wait)
      const mailbox = findMailbox(sandbox.outlook, trace.mailbox ?? '')
      if (fault && mailbox) changeMailboxBefore(sandbox, mailbox, fault, request)
      if (fault?.action === 'expireNextLink' && request.query.has('$skiptoken')) {
        throw new GraphError(410, 'SyncStateNotFound', 'The continuation token has expired.')
      }
      const fails = fault?.status !== undefined || isConnectionLost(fault)
      if (!fault) return work()
      if (!fails) return changeResponse(sandbox, fault, request, await work())
      if (fault.when === 'after') await work()
      return answerOfFault(fault, stamp)
    })
  } catch (error) {
    const problem = problemOf(error)
    const innerKey = /^(?:me\/messages\/[^/]+\/attachments|subscriptions)/.test(request.path)
      ? 'innererror'
      : 'innerError'
    return { status: problem.status, headers: problem.headers, body: errorEnvelope(problem, stamp, innerKey) }
  }
}

function answerOfFault(fault: Fault, stamp: Stamp): GraphAnswer {
  const status = fault.status ?? 500
  const own =
    status === 502
      ? '<html><body><h1>502 Bad Gateway</h1></body></html>'
      : errorEnvelope(faultError(fault, status), stamp, 'innerError')
  const response = faultResponse(fault, status, own)
  const headers = Object.fromEntries(response.headers)
  const body = fault.body ?? own
  return typeof body === 'string' ? { status, headers, bytes: Buffer.from(body) } : { status, headers, body }
}

function toResponse(answer: GraphAnswer, stamp: Stamp, now: number): Response {
  const headers = new Headers({
    'request-id': stamp.requestId,
    'client-request-id': stamp.clientRequestId,
    Date: new Date(now).toUTCString(),
    'x-ms-ags-diagnostic': '{"ServerInfo":{"DataCenter":"Sandbox","Slice":"E","Ring":"1","ScaleUnit":"000"}}',
  })
  if (answer.body !== undefined) headers.set('Content-Type', JSON_TYPE)
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
  const { status } = answer
  if (answer.bytes) return new Response(Buffer.from(answer.bytes), { status, headers })
  return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status, headers })
}

function bodyText(headers: Headers, body: Uint8Array): string {
  const type = headers.get('content-type') ?? ''
  return /json|text|form/.test(type) || body.byteLength === 0
    ? Buffer.from(body).toString('utf8')
    : `[${body.byteLength} bytes]`
}
