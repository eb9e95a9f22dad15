import { setTimeout as realDelay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { connectionOf, faultAnswer, sendOver } from './fault-effects.ts'
import type { World } from './world.ts'

/** For services that need no frame of their own: their calls are journaled, and faults act on them. */
export function gate(
  world: World,
  service: string,
  errorBody: (status: number) => unknown,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const at = world.clock.iso()
    const body = await c.req.text()
    const { pathname, search } = new URL(c.req.url)
    const path = `${pathname.replace(/^\/[^/]+/, '')}${search}`
    const fault = world.faults.take({ service, method: c.req.method, path })
    if (fault?.delayMs) await realDelay(fault.delayMs)
    const fails = fault !== null && (fault.status !== undefined || connectionOf(fault) === 'drop')
    if (!fails || fault.when === 'after') await next()
    if (fault && fails) {
      const status = fault.status ?? 500
      c.res = undefined
      c.res = faultAnswer(fault, status, errorBody(status))
    }
    const connection = connectionOf(fault)
    const response = await c.res.clone().text()
    const status = connection === 'drop' || connection === 'hang' ? 0 : c.res.status
    const call = { service, at, method: c.req.method, url: c.req.url, headers: Object.fromEntries(c.req.raw.headers) }
    const rest = { mailbox: null, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
    world.journal.add({ ...call, body, status, response, ...rest })
    if (connection !== 'whole') {
      const broken = await sendOver(c, connection, c.res.clone())
      c.res = undefined
      c.res = broken
    }
  }
}
