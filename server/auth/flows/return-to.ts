import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'
import type { AuthError } from '../protocol/auth-error.ts'

/** The four fields of a session that a client needs from the address bar. */
interface ReturnedSession {
  access_token: string
  refresh_token: string
  expires_at: number
  expires_in: number
}

/**
 * Sends the browser back with a session behind the `#`, as the implicit flow of the protocol has it. The cookie tells the page that
 * it was this browser that we gave the tokens to: a link with somebody else's tokens has none (security checklist B13).
 * @param more further fields, such as the `type` of a link
 */
export function returnWithSession(
  { config }: Pick<Context, 'config'>,
  { redirectTo, session, more = {} }: { redirectTo: string; session: ReturnedSession; more?: Record<string, string> },
): Response {
  const proof = hashSecret(session.access_token).toString('base64url')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const answer = seeOther(redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    ...more,
  })
  answer.headers.append('set-cookie', `mailroom-return=${proof}; Max-Age=120; Path=/; SameSite=Lax${secure}`)
  return answer
}

/** With a code that only the client which began the flow can trade for a session (PKCE). */
export function returnWithCode(redirectTo: string, code: string): Response {
  return seeOther(withQuery(redirectTo, { code }), null)
}

/** With nothing: the browser has its session. */
export const returnHome = (redirectTo: string): Response => seeOther(redirectTo, null)

export function returnWithMessage(redirectTo: string, message: string): Response {
  return seeOther(redirectTo, { message })
}

/** What went wrong; clients of the PKCE flow look into the query, the others behind the `#`. */
export function returnWithError(redirectTo: string, error: AuthError, { inQuery }: { inQuery: boolean }): Response {
  const word = oauthWords[error.status]
  const fields = { ...(word && { error: word }), error_code: error.code, error_description: error.message }
  return seeOther(inQuery ? withQuery(redirectTo, fields) : redirectTo, fields)
}

/** RFC 6749, section 4.1.2.1 */
const oauthWords: Record<number, string> = {
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

/** The keys stand in order, and `sb` says that the answer is this protocol's. */
function seeOther(address: string, fragment: Record<string, string> | null): Response {
  const sorted = Object.entries({ ...fragment, sb: '' }).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const location = fragment ? `${address}#${new URLSearchParams(sorted)}` : address
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
