import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'
import { Failure, fail } from '../errors.ts'
import { answerError } from './answer-error.ts'
import { readBody, readJson } from './body.ts'
import { bearerToken, type Caller } from './caller.ts'
import { clientAddress, networkOf } from './client-address.ts'
import { newRequestId } from './request-id.ts'
import type { FunctionRoute, RawCall, RawRoute, Route } from './route.ts'

/** Functions take small JSON only (security checklist D10). */
const functionMaxBytes = 256 * 1024

/** Puts declared routes on the router: everything that a declaration asks for happens here, in the same order for each. */
export function mountRoutes(ctx: Context, routes: Route[]): Hono {
  const router = new Hono()
  for (const route of routes) {
    if (route.kind === 'function') router.post(`/functions/v1/${route.name}`, (c) => answerFunction(ctx, route, c))
    else router.on(route.method === 'ALL' ? allMethods : [route.method], [route.path], (c) => answerRaw(ctx, route, c))
  }
  return router
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

async function answerFunction(ctx: Context, route: FunctionRoute, c: HonoContext): Promise<Response> {
  const requestId = newRequestId()
  try {
    const user = await callerOf(ctx, c.req.raw.headers)
    await ctx.limits.consume(route.name, route.limit, user.userId)
    const input = route.input.safeParse(await readJson(c.req.raw, functionMaxBytes))
    if (!input.success) fail('invalid_input', describeInput(input.error.issues))
    const headers = new Headers({ 'cache-control': 'no-store' })
    const from = { request: c.req.raw, ip: addressOf(ctx, c) }
    const output = await route.handle(ctx, { user, input: input.data, headers, from })
    headers.set('x-request-id', requestId)
    return Response.json(route.output.parse(output), { headers })
  } catch (error) {
    return answerError(ctx, error, { requestId, method: 'POST', route: route.name })
  }
}

async function answerRaw(ctx: Context, route: RawRoute, c: HonoContext): Promise<Response> {
  const requestId = newRequestId()
  const request = c.req.raw
  try {
    const ip = addressOf(ctx, c)
    if (route.limit) await ctx.limits.consume(route.path, route.limit, networkOf(ip))
    const body = hasBody(request) ? await readBody(request, route.maxBytes) : Buffer.alloc(0)
    const call: RawCall = { request, url: new URL(request.url), body, params: c.req.param(), ip, requestId }
    return await route.handle(ctx, call)
  } catch (error) {
    const own = route.onError?.(error, { request, requestId })
    if (own) {
      if (!(error instanceof Failure) && own.status >= 500) {
        ctx.events.requestFailed({ requestId, method: request.method, route: route.path, error })
      }
      return own
    }
    return answerError(ctx, error, { requestId, method: request.method, route: route.path })
  }
}

const addressOf = ({ config }: Pick<Context, 'config'>, c: HonoContext): string =>
  clientAddress(c.req.raw.headers, {
    socketAddress: getConnInfo(c).remote.address,
    trustedProxies: config.trustedProxies,
  })

const hasBody = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD'

/** The signed-in person behind a request. @throws Failure as `AccessVerifier.verify` */
export async function callerOf(ctx: Pick<Context, 'access'>, headers: Headers): Promise<Caller> {
  const token = bearerToken(headers)
  return token ? ctx.access.verify(token) : fail('unauthorized')
}

/** Names the fields that are wrong, never what they held. */
function describeInput(issues: { path: PropertyKey[]; message: string }[]): string {
  const told = issues.slice(0, 3).map(({ path, message }) => `${path.map(String).join('.') || 'body'}: ${message}`)
  return `The request has missing, wrong or unknown fields. ${told.join('; ')}`.slice(0, 300)
}
