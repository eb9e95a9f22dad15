import type { Context } from 'hono'
import { z } from 'zod'

/** The form of a token request. */
export type Fields = { get: (name: string) => string | null | undefined }

/** A refusal by the token endpoint (RFC 6749, section 5.2). */
export class TokenError extends Error {
  readonly error: string
  readonly status: 400 | 401
  constructor(error: string, description: string, status: TokenError['status'] = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

export type Refusal = { status: 400 | 401 | 503; body: object }

/** RFC 6749, section 5.2; undefined for an error that is none of the endpoint's. */
function tokenRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof TokenError)) return undefined
  return { status: error.status, body: { error: error.error, error_description: error.message } }
}

type TokenResponseOptions = {
  cacheControl?: string
  refusalOf?: (error: unknown) => Refusal | undefined
}

/** Responds with what `run` returns, or with the refusal that it throws. */
export async function tokenResponse(
  c: Context,
  run: () => Promise<object>,
  { cacheControl = 'no-store', refusalOf = tokenRefusal }: TokenResponseOptions = {},
): Promise<Response> {
  c.header('Cache-Control', cacheControl)
  try {
    return c.json(await run())
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return c.json(refusal.body, refusal.status)
  }
}

const FORM = 'application/x-www-form-urlencoded'

export function isForm(c: Context): boolean {
  return c.req.header('content-type')?.startsWith(FORM) ?? false
}

/** A parameter that the endpoint does not know, or that comes more than once; null where there is none. */
export function strayParameter(
  sent: URLSearchParams,
  known: ReadonlySet<string>,
): { name: string; problem: 'unknown' | 'repeated' } | null {
  for (const name of sent.keys()) {
    if (!known.has(name)) return { name, problem: 'unknown' }
    if (sent.getAll(name).length > 1) return { name, problem: 'repeated' }
  }
  return null
}

const CLIENT_FIELDS = ['grant_type', 'client_id', 'client_secret']

/** The fields of RFC 6749, sections 4.1.3 and 6, and of RFC 7636, by grant type. */
export const TOKEN_FIELDS: Readonly<Record<'authorization_code' | 'refresh_token', ReadonlySet<string>>> = {
  authorization_code: new Set([...CLIENT_FIELDS, 'code', 'redirect_uri', 'code_verifier']),
  refresh_token: new Set([...CLIENT_FIELDS, 'refresh_token', 'scope']),
}

export function isGrantType(text: string): text is keyof typeof TOKEN_FIELDS {
  return Object.hasOwn(TOKEN_FIELDS, text)
}

/** The token of an `Authorization: Bearer` header, or ''. */
export function bearerToken(authorization: string | null): string {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

/** What a token request names, whether it works or not: faults use it to find the account of a call. */
export function tokenOrCode<T, C>(
  form: Fields,
  { refreshTokens, codes }: { refreshTokens: ReadonlyMap<string, T>; codes: ReadonlyMap<string, C> },
): T | C | undefined {
  return refreshTokens.get(form.get('refresh_token') ?? '') ?? codes.get(form.get('code') ?? '')
}

/** The body of the control calls that invalidate tokens of an account. */
export const TokenChange = z.strictObject({
  expireAccess: z.boolean().default(false),
  revokeRefresh: z.boolean().default(false),
})
