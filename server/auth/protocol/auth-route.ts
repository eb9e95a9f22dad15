import type { Context } from '../../context.ts'
import { authenticateApiKey } from '../../http/request/api-key.ts'
import { rawRoute, type RouteLimit, type RawCall, type RawRoute } from '../../http/routing/route.ts'
import { authErrorResponse } from './auth-error-response.ts'

const authBodyMaxBytes = 64 * 1024

interface AuthRoute {
  method: RawRoute['method']
  /** Relative to `/auth/v1`. */
  path: string
  limit: RouteLimit | null
  /** For emailed links and the public keys, which are requested without an API key. */
  withoutApiKey?: boolean
  handle(ctx: Context, call: RawCall): Promise<Response> | Response
}

/** Declares a route of `/auth/v1`: checks the API key first and returns errors in GoTrue's shape. */
export const authRoute = (route: AuthRoute): RawRoute =>
  rawRoute({
    method: route.method,
    path: `/auth/v1${route.path}`,
    auth: 'own',
    limit: route.limit,
    maxBytes: authBodyMaxBytes,
    onError: authErrorResponse,
    handle(ctx, call) {
      if (!route.withoutApiKey) {
        const key = authenticateApiKey(ctx.access, call.request.headers, call.url)
        if ('refusal' in key) return key.refusal
      }
      return route.handle(ctx, call)
    },
  })

/** A JSON response that must not be cached. */
export const jsonResponse = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
