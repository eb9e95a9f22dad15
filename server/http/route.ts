import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'
import type { Allowance } from './rate-limits.ts'

/** How often one caller may use a route; counted in Postgres, so that it holds over all nodes. */
export interface Limit extends Allowance {
  by: 'user' | 'ip'
}
const spans = { minute: 60, hour: 3600, day: 86_400 } as const
export const perUser = (points: number, span: keyof typeof spans): Limit => ({
  by: 'user',
  points,
  seconds: spans[span],
})
export const perIp = (points: number, span: keyof typeof spans): Limit => ({ by: 'ip', points, seconds: spans[span] })

/** A function of `/functions/v1/{name}`: JSON in, JSON out, for a signed-in person. */
export interface FunctionRoute {
  kind: 'function'
  name: string
  auth: 'user'
  limit: Limit
  input: z.ZodType
  output: z.ZodType
  handle(ctx: Context, call: FunctionCall<unknown>): Promise<unknown>
}

export interface FunctionCall<I> {
  user: Caller
  input: I
  /** Sent with the answer (cookies of a sign-in). */
  headers: Headers
  /** Where the call came from, for the trail of the account. */
  from: Pick<RawCall, 'request' | 'ip'>
}

interface FunctionDeclaration<I extends z.ZodType, O extends z.ZodType> {
  auth: 'user'
  limit: Limit
  input: I
  output: O
  /** Throw `fail(code)` for what is expected to fail. */
  handle(ctx: Context, call: FunctionCall<z.output<I>>): Promise<z.input<O>>
}

/** Declares a function; the frame guards, limits, parses with `input` and strips with `output` before and after `handle`. */
export function fn<I extends z.ZodType, O extends z.ZodType>(
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
    handle: (ctx, call) => route.handle(ctx, { ...call, input: route.input.parse(call.input) }),
  }
}

export interface RawCall {
  request: Request
  url: URL
  /** The bytes of the body; empty for GET and HEAD. */
  body: Buffer
  params: Record<string, string>
  /** Whose call it is, as far as our own proxies can tell (`client-address.ts`); limits count `networkOf` it. */
  ip: string
  requestId: string
}

/** A route with a protocol of its own: webhooks, callbacks, `/auth/v1`, `/rest/v1`, pages. */
export interface RawRoute {
  kind: 'raw'
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'
  /** A path of the router (`/auth/v1/user`, `/rest/v1/:table`). */
  path: string
  /** `own`: the room guards by itself, in its protocol's words. */
  auth: 'none' | 'own'
  limit: Limit | null
  maxBytes: number
  handle(ctx: Context, call: RawCall): Promise<Response> | Response
  /** The protocol's shape for failures; without it `{ error: { code, message } }`. */
  onError?: (error: unknown, call: { request: Request; requestId: string }) => Response | null
}

export const raw = (route: Omit<RawRoute, 'kind'>): RawRoute => ({ kind: 'raw', ...route })

export type Route = FunctionRoute | RawRoute
