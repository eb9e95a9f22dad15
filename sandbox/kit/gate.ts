import { setTimeout as realDelay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Fault } from './faults.ts'
import { connectionOf, faultAnswer, sendOver } from './fault-effects.ts'
import type { World } from './world.ts'

export type GateOptions = {
  /** What the service says with a status that a fault set. */
  errorBody: (status: number, fault: Fault, mailbox: string | null) => unknown
  /** Whose call it is, for faults that are meant for one mailbox. */
  mailboxOf?: (body: string, path: string) => string | null
  /** What a fault does to an answer that is otherwise good. */
  change?: (fault: Fault, answer: Response) => Promise<Response>
}

/** For services that need no frame of their own: their calls are journaled, and faults act on them. */
export function gate(
  world: World,
  service: string,
  options: GateOptions,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const at = world.clock.stamp()
    const bytes = await c.req.arrayBuffer()
    const body = c.req.method === 'PUT' ? `[${bytes.byteLength} bytes]` : new TextDecoder().decode(bytes)
    const { pathname, search } = new URL(c.req.url)
    const path = `${pathname.replace(/^\/[^/]+/, '')}${search}`
    const mailbox = options.mailboxOf?.(body, path) ?? null
    const fault = world.faults.take({ service, method: c.req.method, path, mailbox })
    if (fault?.delayMs) await realDelay(fault.delayMs)
    const fails = fault !== null && (fault.status !== undefined || connectionOf(fault) === 'drop')
    if (!fails || fault.when === 'after') await next()
    if (fault) {
      const status = fault.status ?? 500
      const changed = fails
        ? faultAnswer(fault, status, options.errorBody(status, fault, mailbox))
        : await options.change?.(fault, c.res)
      if (changed) replace(c, changed)
    }
    const connection = connectionOf(fault)
    const response = await c.res.clone().text()
    const status = connection === 'drop' || connection === 'hang' ? 0 : c.res.status
    const call = { service, at, method: c.req.method, url: c.req.url, headers: Object.fromEntries(c.req.raw.headers) }
    const rest = { mailbox, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
    world.journal.add({ ...call, body, status, response, ...rest })
    if (connection !== 'whole') replace(c, await sendOver(c, connection, c.res.clone()))
  }
}

/** Hono merges the headers of an answer that is set over another; the first has to go before. */
function replace(c: Context, answer: Response): void {
  c.res = undefined
  c.res = answer
}
