import { Failure, TooManyRequests } from '../../errors.ts'
import { AuthError, OAuthError, RefusedForNow } from './auth-error.ts'

/** The version from which `code` in the body is the word, not the number; the official client looks for its echo (decision 19). */
const newShapeSince = '2024-01-01'
const versionHeader = 'x-supabase-api-version'

/** The one door by which failures leave `/auth/v1`, in the shape of the version that the client asks for. */
export function answerAuthError(error: unknown, call: { request: Request; requestId: string }): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': call.requestId })
  if (error instanceof OAuthError) {
    return Response.json({ error: error.error, error_description: error.message }, { status: 400, headers })
  }
  const refusal = known(error)
  const { status, code, message, details } = refusal
  if (code !== 'weak_password') headers.set('x-sb-error-code', code)
  const retryAfter = refusal instanceof RefusedForNow ? refusal.retryAfter : defaultRetryAfter[status]
  if (retryAfter) headers.set('retry-after', String(retryAfter))

  if (asksForNewShape(call.request)) {
    headers.set(versionHeader, newShapeSince)
    return Response.json({ code, message, ...details }, { status, headers })
  }
  const errorId = status >= 500 ? { error_id: call.requestId } : {}
  return Response.json({ code: status, error_code: code, msg: message, ...errorId, ...details }, { status, headers })
}

/** Seconds, where nobody counted them. */
const defaultRetryAfter: Record<number, number> = { 429: 60, 503: 1 }

/** What is thrown by others, in the protocol's words; what nobody expected says nothing of itself. */
function known(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof Failure) {
    if (error instanceof TooManyRequests)
      return new RefusedForNow('over_request_rate_limit', 'Request rate limit reached', error.retryAfter)
    if (error.code === 'payload_too_large')
      return new AuthError(413, 'request_entity_too_large', 'The request is too large')
  }
  if (isTakenMeanwhile(error))
    return new AuthError(409, 'conflict', 'Somebody else has just done the same. Please try again.')
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

function asksForNewShape(request: Request): boolean {
  const asked = request.headers.get(versionHeader) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= newShapeSince
}

/** PostgreSQL's word for what two wanted at the same moment and one alone may have, such as an address. */
const isTakenMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
