import type { z } from 'zod'
import { errors } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { validationMessageMaxLength } from '../../limits.ts'
import type { Caller } from '../request/caller.ts'
import type { RateLimit } from '../rate-limits/rate-limits.ts'

/** Rate limit of a route, per user or per IP network. */
export interface RouteLimit extends RateLimit {
  by: 'user' | 'ip'
}
const spans = { minute: 60, hour: 3600, day: 86_400 } as const
export const perUser = (points: number, span: keyof typeof spans): RouteLimit => ({
  by: 'user',
  points,
  seconds: spans[span],
})
export const perIp = (points: number, span: keyof typeof spans): RouteLimit => ({
  by: 'ip',
  points,
  seconds: spans[span],
})

/** A function `/functions/v1/{name}`: JSON input and output, for signed-in users. */
export interface FunctionRoute {
  kind: 'function'
  name: string
  auth: 'user'
  limit: RouteLimit
  input: z.ZodType
  output: z.ZodType
  /** @param call its input as it was received, not yet parsed. @throws AppError `invalid_input` */
  handle(ctx: Context, call: FunctionCall<unknown>): Promise<unknown>
}

export interface FunctionCall<I> {
  user: Caller
  input: I
  /** Headers of the response, e.g. cookies of a sign-in. */
  headers: Headers
  /** Origin of the call, for the audit log. */
  from: Pick<RawCall, 'request' | 'ip'>
}

interface FunctionDeclaration<I extends z.ZodType, O extends z.ZodType> {
  auth: 'user'
  limit: RouteLimit
  input: I
  output: O
  /** Expected failures throw `fail(code)`. */
  handle(ctx: Context, call: FunctionCall<z.output<I>>): Promise<z.input<O>>
}

/**
 * Declares a function, which parses its input. `mountRoutes` authenticates, applies the limit and strips the output by
 * its schema.
 */
export function functionRoute<I extends z.ZodType, O extends z.ZodType>(
  name: string,
  route: FunctionDeclaration<I, O>,
): FunctionRoute {
  return {
    kind: 'function',
    name,
    auth: route.auth,
    limit: route.limit,
    input: route.input,
    output: route.output,
    async handle(ctx, call) {
      const input = route.input.safeParse(call.input)
      if (!input.success) fail('invalid_input', describeValidationIssues(input.error.issues))
      return route.handle(ctx, { ...call, input: input.data })
    },
  }
}

const clear = (message: string): string => message.replace('received undefined', 'but it is missing')

/** Names the invalid fields, never their values. */
function describeValidationIssues(issues: { path: PropertyKey[]; message: string }[]): string {
  const fields = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'body'}: ${clear(message)}`)
  return `The request has missing, wrong or unknown fields. ${fields.join('; ')}`.slice(0, validationMessageMaxLength)
}

export interface RawCall {
  request: Request
  url: URL
  /** Empty for GET and HEAD. */
  body: Buffer
  params: Record<string, string>
  /** The client's address (`client-address.ts`); rate limits count its `rateLimitNetwork`. */
  ip: string
  requestId: string
}

/** A route with its own protocol: webhooks, callbacks, `/auth/v1`, `/rest/v1`, pages. */
export interface RawRoute {
  kind: 'raw'
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'
  /** Path pattern of the router, e.g. `/auth/v1/user`, `/rest/v1/:table`. */
  path: string
  /** `own`: the handler authenticates by its own protocol. */
  auth: 'none' | 'own'
  limit: RouteLimit | null
  maxBytes: number
  handle(ctx: Context, call: RawCall): Promise<Response> | Response
  /**
   * For a POST that arrives thousands of times per second: handles its body in the place of `handle` (see
   * `direct-posts.ts`). The response is 202 once it resolves.
   */
  accept?(ctx: Context, body: Buffer): Promise<void>
  /** Error response in the protocol's format; default: `{ error: { code, message } }`. */
  onError?: (error: unknown, call: { request: Request; requestId: string }) => Response | null
}

export const rawRoute = (route: Omit<RawRoute, 'kind'>): RawRoute => ({ kind: 'raw', ...route })

/** Mount it after a POST route: responds 405 to the other methods. */
export const postOnly = ({ path, maxBytes }: RawRoute): RawRoute =>
  rawRoute({
    method: 'ALL',
    path,
    auth: 'none',
    limit: null,
    maxBytes,
    handle: (_ctx, { requestId }) => {
      const [status, message] = errors.method_not_allowed
      const headers = { allow: 'POST', 'cache-control': 'no-store', 'x-request-id': requestId }
      return Response.json({ error: { code: 'method_not_allowed', message, requestId } }, { status, headers })
    },
  })

export type Route = FunctionRoute | RawRoute
