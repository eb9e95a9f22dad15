import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'
import type { AuthError } from '../protocol/auth-error.ts'

/** The fields of a token response that the client reads from the fragment. */
interface ReturnedSession {
  access_token: string
  refresh_token: string
  expires_at: number
  expires_in: number
}

/**
 * Redirects with the session in the fragment (implicit flow). The cookie proves to the page that this browser received
 * the tokens: a link with an attacker's tokens has none, which prevents login CSRF.
 * @param more further fields, such as the `type` of a link
 */
export function redirectWithSession(
  { config }: Pick<Context, 'config'>,
  { redirectTo, session, more = {} }: { redirectTo: string; session: ReturnedSession; more?: Record<string, string> },
): Response {
  const proof = hashSecret(session.access_token).toString('base64url')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const response = seeOther(redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    ...more,
  })
  response.headers.append('set-cookie', `mailroom-return=${proof}; Max-Age=120; Path=/; SameSite=Lax${secure}`)
  return response
}

/** Redirects with an authorization code, which only the client that began the flow can exchange (PKCE). */
export function redirectWithCode(redirectTo: string, code: string): Response {
  return seeOther(withQuery(redirectTo, { code }), null)
}

/** Redirects without fields; the browser already has its session. */
export const redirectBack = (redirectTo: string): Response => seeOther(redirectTo, null)

export function redirectWithMessage(redirectTo: string, message: string): Response {
  return seeOther(redirectTo, { message })
}

/** Redirects with an error. PKCE clients read the query, implicit-flow clients the fragment. */
export function redirectWithError(redirectTo: string, error: AuthError, { inQuery }: { inQuery: boolean }): Response {
  const word = oauthErrorCodes[error.status]
  const fields = { ...(word && { error: word }), error_code: error.code, error_description: error.message }
  return seeOther(inQuery ? withQuery(redirectTo, fields) : redirectTo, fields)
}

/** RFC 6749, section 4.1.2.1 */
const oauthErrorCodes: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function withQuery(address: string, fields: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** Keys are sorted, and `sb` marks a GoTrue response, as upstream does. */
function seeOther(address: string, fragment: Record<string, string> | null): Response {
  const sorted = Object.entries({ ...fragment, sb: '' }).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const location = fragment ? `${address}#${new URLSearchParams(sorted)}` : address
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
