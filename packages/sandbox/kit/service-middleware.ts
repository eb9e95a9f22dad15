import { setTimeout as realDelay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault } from './faults.ts'
import { connectionOf, faultResponse, isConnectionLost, sendThrough, sentStatus } from './fault-effects.ts'
import type { Kit } from './kit.ts'
import { readBody } from './read-body.ts'

/** How faults look in the responses of one service. */
export type FaultBehavior = {
  /** The service's own body for the status of a fault. `path` is the part after the host. */
  errorBody: (status: number, fault: Fault, mailbox: string | null, path: string) => unknown
  /** The status of a named error without a status; undefined where the name is no error. */
  statusOf?: (fault: Fault) => number | undefined
  /** The content type of such a body where it is neither JSON nor HTML. */
  errorType?: (status: number, path: string) => string | undefined
  /** The account of a call, for faults of one account. `body` is empty where the call streams. */
  mailboxOf?: (body: string, path: string, authorization: string | null) => string | null
  /** The effect of a fault on a successful response. */
  change?: (fault: Fault, answer: Response) => Promise<Response>
  /** Whether the body is a file: it is streamed, and the journal has only its size. */
  streams?: (c: Context) => boolean
}

const faultsOfCalls = new WeakMap<Context, Fault>()

/** The fault that affects a call, for effects inside of its handler; null where there is none. */
export function currentFault(c: Context): Fault | null {
  return faultsOfCalls.get(c) ?? null
}

/** Records the calls of a service in the journal and applies faults to them. */
export function serviceMiddleware(
  kit: Kit,
  service: string,
  options: FaultBehavior,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  /** Running calls by account. */
  const running = new Map<string | null, number>()
  return async (c, next) => {
    const at = kit.clock.stamp()
    const body = options.streams?.(c) ? countBody(c) : await bodyOf(c)
    const { pathname, search } = new URL(c.req.url)
    const path = `${pathname.replace(/^\/[^/]+/, '')}${search}`
    const mailbox = options.mailboxOf?.(body.text, path, c.req.header('authorization') ?? null) ?? null
    const concurrency = (running.get(mailbox) ?? 0) + 1
    running.set(mailbox, concurrency)
    const fault = kit.faults.consume({ service, method: c.req.method, path, mailbox })
    if (fault?.delayMs) await realDelay(fault.delayMs)
    if (fault) faultsOfCalls.set(c, fault)
    const failing = fault === null ? undefined : (fault.status ?? options.statusOf?.(fault))
    const fails = failing !== undefined || isConnectionLost(fault)
    try {
      if (!fails || fault?.when === 'after') await next()
      else if (!isConnectionLost(fault)) await body.drain()
    } finally {
      running.set(mailbox, (running.get(mailbox) ?? 1) - 1)
    }
    if (fault) {
      const status = failing ?? 500
      const contentType = fault.contentType ?? options.errorType?.(status, path)
      const changed = fails
        ? faultResponse({ ...fault, contentType }, status, options.errorBody(status, fault, mailbox, path))
        : await options.change?.(fault, c.res)
      if (changed) replace(c, changed)
    }
    const connection = connectionOf(fault)
    const response = await readResponse(c.res)
    const status = sentStatus(fault, c.res.status)
    const call = { service, at, method: c.req.method, url: c.req.url, headers: Object.fromEntries(c.req.raw.headers) }
    const rest = { mailbox, requestId: null, concurrency, faults: fault ? [fault.id] : [] }
    kit.journal.add({ ...call, body: body.shown(), status, response, ...rest })
    if (connection !== 'whole') replace(c, await sendThrough(c, connection, c.res.clone()))
  }
}

type Body = { text: string; shown: () => string; drain: () => Promise<void> }

async function bodyOf(c: Context): Promise<Body> {
  const bytes = await readBody(c)
  const text = new TextDecoder().decode(bytes)
  const shown = c.req.method === 'PUT' ? `[${bytes.byteLength} bytes]` : text
  return { text, shown: () => shown, drain: async () => {} }
}

function countBody(c: Context): Body {
  let count = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
  const body = c.req.raw.body?.pipeThrough(counting) ?? null
  const handedOn: RequestInit & { duplex: 'half' } = { body, duplex: 'half' }
  c.req.raw = new Request(c.req.raw, handedOn)
  // A client that is still sending takes an early response for a broken connection.
  const drain = async () => {
    for await (const chunk of body ?? []) void chunk
  }
  return { text: '', shown: () => `[${count} bytes]`, drain }
}

/** The body of a response as text; of a file only its size. */
async function readResponse(answer: Response): Promise<string> {
  const { headers } = answer
  const isFile = headers.has('content-disposition') || headers.get('content-type') === 'application/octet-stream'
  if (!isFile) return answer.clone().text()
  return `[${answer.headers.get('content-length') ?? '?'} bytes]`
}

/** Setting `c.res` merges headers into the response before it, so that one is removed first. */
function replace(c: Context, answer: Response): void {
  c.res = undefined
  c.res = answer
}
