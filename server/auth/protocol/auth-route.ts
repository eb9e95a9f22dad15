import type { Context } from '../../context.ts'
import { checkApiKey } from '../../http/api-key.ts'
import { raw, type Limit, type RawCall, type RawRoute } from '../../http/route.ts'
import { answerAuthError } from './answer-auth-error.ts'

interface AuthRoute {
  method: RawRoute['method']
  /** Below `/auth/v1`. */
  path: string
  limit: Limit | null
  /** Links that people open and the public keys carry no API key. */
  withoutApiKey?: boolean
  handle(ctx: Context, call: RawCall): Promise<Response> | Response
}

/** Nothing of an account is long; a token carries the person's metadata and must fit into a header. */
const maxBytes = 64 * 1024

/** Declares a route of `/auth/v1`: the gateway's key first, failures in the protocol's shape. */
export const authRoute = (route: AuthRoute): RawRoute =>
  raw({
    method: route.method,
    path: `/auth/v1${route.path}`,
    auth: 'own',
    limit: route.limit,
    maxBytes,
    onError: answerAuthError,
    handle(ctx, call) {
      if (!route.withoutApiKey) {
        const key = checkApiKey(ctx.access, call.request.headers, call.url)
        if ('refusal' in key) return key.refusal
      }
      return route.handle(ctx, call)
    },
  })

/** Accounts are nobody else's business: no cache may keep an answer. */
export const answerJson = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
