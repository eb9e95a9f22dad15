import { errors, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import { AppError, TooManyRequests } from '../../errors.ts'

/** Converts every error to a response. Unexpected errors reveal only a request id; their details are logged. */
export function toErrorResponse(
  ctx: Pick<Context, 'events'>,
  error: unknown,
  at: { requestId: string; method: string; route: string },
): Response {
  if (error instanceof AppError) {
    const response = errorResponse(error.code, error.message, at.requestId)
    if (error instanceof TooManyRequests) response.headers.set('retry-after', String(error.retryAfter))
    return response
  }
  if (isUnstorable(error))
    return errorResponse('invalid_input', 'The request has text with a NUL character.', at.requestId)
  if (isDeletedMeanwhile(error)) return errorResponse('changed_meanwhile', errors.changed_meanwhile[1], at.requestId)
  ctx.events.requestFailed({ ...at, error })
  return errorResponse('internal', errors.internal[1], at.requestId)
}

/** PostgreSQL stores no NUL: in text (22021) or in JSON (22P05). Fields with a rule of their own refuse it before. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')

/** 23503: a row that the request had found was deleted before the new row could refer to it. */
const isDeletedMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503' && error.message.startsWith('insert or update')

function errorResponse(code: ErrorCode, message: string, requestId: string): Response {
  const body: ErrorBody = { error: { code, message, requestId } }
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': requestId })
  if (code === 'unauthorized' || code === 'session_ended') headers.set('www-authenticate', 'Bearer')
  return Response.json(body, { status: errors[code][0], headers })
}
