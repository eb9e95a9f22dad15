import { errors, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { Failure, TooManyRequests } from '../errors.ts'

/**
 * The one door by which failures leave: a known one says its code and message, all else hides behind a request id
 * (security checklist D14).
 */
export function answerError(
  ctx: Pick<Context, 'events'>,
  error: unknown,
  at: { requestId: string; method: string; route: string },
): Response {
  if (error instanceof Failure) {
    const answer = errorAnswer(error.code, error.message, at.requestId)
    if (error instanceof TooManyRequests) answer.headers.set('retry-after', String(error.retryAfter))
    return answer
  }
  ctx.events.requestFailed({ ...at, error })
  return errorAnswer('internal', errors.internal[1], at.requestId)
}

export function errorAnswer(code: ErrorCode, message: string, requestId: string): Response {
  const body: ErrorBody = { error: { code, message, requestId } }
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': requestId })
  if (code === 'unauthorized' || code === 'session_ended') headers.set('www-authenticate', 'Bearer')
  return Response.json(body, { status: errors[code][0], headers })
}
