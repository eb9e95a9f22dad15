import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { AppError, fail } from '../../errors.ts'
import { toErrorResponse } from '../response/error-response.ts'
import { readBody, readJson } from '../request/request-body.ts'
import { bearerToken, type Caller } from '../request/caller.ts'
import { clientAddress, rateLimitNetwork } from '../request/client-address.ts'
import { newRequestId } from '../request/request-id.ts'
import type { FunctionRoute, RawCall, RawRoute, Route } from './route.ts'

export const functionBodyMaxBytes = 256 * 1024

/** Registers routes; authentication, rate limit and parsing run here, in the same order for every route. */
export function mountRoutes(ctx: Context, routes: Route[]): Hono {
  const router = new Hono()
  for (const route of routes) {
    if (route.kind === 'function')
      router.post(`/functions/v1/${route.name}`, (c) =>
        measured(ctx, route.name, () => handleFunctionRequest(ctx, route, c)),
      )
    else
      router.on(route.method === 'ALL' ? allMethods : [route.method], [route.path], (c) =>
        measured(ctx, route.path, () => handleRawRequest(ctx, route, c)),
      )
  }
  return router
}

async function measured(
  { events }: Pick<Context, 'events'>,
  route: string,
  handle: () => Promise<Response>,
): Promise<Response> {
  const since = performance.now()
  const response = await handle()
  events.requestAnswered({ route, status: response.status, seconds: (performance.now() - since) / 1000 })
  return response
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

async function handleFunctionRequest(ctx: Context, route: FunctionRoute, c: HonoContext): Promise<Response> {
  const requestId = newRequestId()
  try {
    const user = await authenticate(ctx, c.req.raw.headers)
    await ctx.limits.consume(route.name, route.limit, user.userId)
    const input = await readJson(c.req.raw, functionBodyMaxBytes)
    const headers = new Headers({ 'cache-control': 'no-store' })
    const from = { request: c.req.raw, ip: clientAddressOf(ctx, c) }
    const output = await route.handle(ctx, { user, input, headers, from })
    headers.set('x-request-id', requestId)
    return Response.json(route.output.parse(output), { headers })
  } catch (error) {
    return toErrorResponse(ctx, error, { requestId, method: 'POST', route: route.name })
  }
}

async function handleRawRequest(ctx: Context, route: RawRoute, c: HonoContext): Promise<Response> {
  const requestId = newRequestId()
  const request = c.req.raw
  try {
    const ip = clientAddressOf(ctx, c)
    if (route.limit) await ctx.limits.consume(route.path, route.limit, rateLimitNetwork(ip))
    const body = hasBody(request) ? await readBody(request, route.maxBytes) : Buffer.alloc(0)
    const call: RawCall = { request, url: new URL(request.url), body, params: c.req.param(), ip, requestId }
    return await route.handle(ctx, call)
  } catch (error) {
    const response = route.onError?.(error, { request, requestId })
    if (response) {
      if (!(error instanceof AppError) && response.status >= 500) {
        ctx.events.requestFailed({ requestId, method: request.method, route: route.path, error })
      }
      return response
    }
    return toErrorResponse(ctx, error, { requestId, method: request.method, route: route.path })
  }
}

const clientAddressOf = ({ config }: Pick<Context, 'config'>, c: HonoContext): string =>
  clientAddress(c.req.raw.headers, {
    socketAddress: getConnInfo(c).remote.address,
    trustedProxies: config.trustedProxies,
  })

const hasBody = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD'

/** The user of a request's access token. @throws AppError as `AccessVerifier.verify` */
export async function authenticate(ctx: Pick<Context, 'access'>, headers: Headers): Promise<Caller> {
  const token = bearerToken(headers)
  return token ? ctx.access.verify(token) : fail('unauthorized')
}
