import { AppError, TooManyRequests } from '../../errors.ts'
import { AuthError, OAuthError, RateLimitExceeded } from './auth-error.ts'

/**
 * From this API version on, `code` in the body is the error code and not the status. The response must echo the
 * version, otherwise the official client misreads the code.
 */
const codeStringSince = '2024-01-01'
const versionHeader = 'x-supabase-api-version'

/** Converts every error of `/auth/v1` to a response, in the shape of the requested API version. */
export function authErrorResponse(error: unknown, call: { request: Request; requestId: string }): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': call.requestId })
  if (error instanceof OAuthError) {
    return Response.json({ error: error.error, error_description: error.message }, { status: 400, headers })
  }
  const refusal = toAuthError(error)
  const { status, code, message, details } = refusal
  if (code !== 'weak_password') headers.set('x-sb-error-code', code)
  const retryAfter = refusal instanceof RateLimitExceeded ? refusal.retryAfter : defaultRetryAfter[status]
  if (retryAfter) headers.set('retry-after', String(retryAfter))

  if (wantsCodeString(call.request)) {
    headers.set(versionHeader, codeStringSince)
    return Response.json({ code, message, ...details }, { status, headers })
  }
  const errorId = status >= 500 ? { error_id: call.requestId } : {}
  return Response.json({ code: status, error_code: code, msg: message, ...errorId, ...details }, { status, headers })
}

/** `Retry-After` in seconds when the error has none. */
const defaultRetryAfter: Record<number, number> = { 429: 60, 503: 1 }

/** Maps errors of other modules to GoTrue's codes. An unexpected error reveals nothing. */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof AppError) {
    if (error instanceof TooManyRequests)
      return new RateLimitExceeded('over_request_rate_limit', 'Request rate limit reached', error.retryAfter)
    if (error.code === 'payload_too_large')
      return new AuthError(413, 'request_entity_too_large', 'The request is too large')
  }
  if (isUniqueViolation(error))
    return new AuthError(409, 'conflict', 'Another request has just done the same. Please try again.')
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

function wantsCodeString(request: Request): boolean {
  const asked = request.headers.get(versionHeader) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= codeStringSince
}

/** PostgreSQL error code unique_violation: a concurrent request took the value, such as an address. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
