import { setTimeout as realDelay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault } from './faults.ts'
import { connectionOf, faultAnswer, sendOver } from './fault-effects.ts'
import type { World } from './world.ts'

export type GateOptions = {
  /** What the service says with a status that a fault set; `path` is the one after the host. */
  errorBody: (status: number, fault: Fault, mailbox: string | null, path: string) => unknown
  /** The status of a fault that has a name and none of its own; undefined where the name is no error. */
  statusOf?: (fault: Fault) => number | undefined
  /** The content type of such an answer where it is neither JSON nor HTML. */
  errorType?: (status: number, path: string) => string | undefined
  /** Whose call it is, for faults that are meant for one mailbox. `body` is empty where it streams. */
  mailboxOf?: (body: string, path: string, authorization: string | null) => string | null
  /** What a fault does to an answer that is otherwise good. */
  change?: (fault: Fault, answer: Response) => Promise<Response>
  /** Whether the body is a file: it is handed on as it comes, and only counted for the journal. */
  streams?: (c: Context) => boolean
}

const acting = new WeakMap<Context, Fault>()

/** The fault that acts on a call, for those whose effect lies inside of it; null where there is none. */
export function actingFault(c: Context): Fault | null {
  return acting.get(c) ?? null
}

/** For services that need no frame of their own: their calls are journaled, and faults act on them. */
export function gate(
  world: World,
  service: string,
  options: GateOptions,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  /** Calls under way, by whose they are. */
  const running = new Map<string | null, number>()
  return async (c, next) => {
    const at = world.clock.stamp()
    const body = options.streams?.(c) ? countBody(c) : await readBody(c)
    const { pathname, search } = new URL(c.req.url)
    const path = `${pathname.replace(/^\/[^/]+/, '')}${search}`
    const mailbox = options.mailboxOf?.(body.text, path, c.req.header('authorization') ?? null) ?? null
    const concurrency = (running.get(mailbox) ?? 0) + 1
    running.set(mailbox, concurrency)
    const fault = world.faults.take({ service, method: c.req.method, path, mailbox })
    if (fault?.delayMs) await realDelay(fault.delayMs)
    if (fault) acting.set(c, fault)
    const failing = fault === null ? undefined : (fault.status ?? options.statusOf?.(fault))
    const fails = failing !== undefined || connectionOf(fault) === 'drop'
    try {
      if (!fails || fault?.when === 'after') await next()
      else if (!fault?.drop) await body.drain()
    } finally {
      running.set(mailbox, (running.get(mailbox) ?? 1) - 1)
    }
    if (fault) {
      const status = failing ?? 500
      const contentType = fault.contentType ?? options.errorType?.(status, path)
      const changed = fails
        ? faultAnswer({ ...fault, contentType }, status, options.errorBody(status, fault, mailbox, path))
        : await options.change?.(fault, c.res)
      if (changed) replace(c, changed)
    }
    const connection = connectionOf(fault)
    const response = await readAnswer(c.res)
    const status = connection === 'drop' || connection === 'hang' ? 0 : c.res.status
    const call = { service, at, method: c.req.method, url: c.req.url, headers: Object.fromEntries(c.req.raw.headers) }
    const rest = { mailbox, requestId: null, concurrency, faults: fault ? [fault.id] : [] }
    world.journal.add({ ...call, body: body.shown(), status, response, ...rest })
    if (connection !== 'whole') replace(c, await sendOver(c, connection, c.res.clone()))
  }
}

type Body = { text: string; shown: () => string; drain: () => Promise<void> }

async function readBody(c: Context): Promise<Body> {
  const bytes = await c.req.arrayBuffer()
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
  // A client that is still sending would take an early answer for a broken connection.
  const drain = async () => {
    for await (const chunk of body ?? []) void chunk
  }
  return { text: '', shown: () => `[${count} bytes]`, drain }
}

/** Files stay out of the journal. */
async function readAnswer(answer: Response): Promise<string> {
  const { headers } = answer
  const isFile = headers.has('content-disposition') || headers.get('content-type') === 'application/octet-stream'
  if (!isFile) return answer.clone().text()
  return `[${answer.headers.get('content-length') ?? '?'} bytes]`
}

/** Hono merges the headers of an answer that is set over another; the first has to go before. */
function replace(c: Context, answer: Response): void {
  c.res = undefined
  c.res = answer
}
