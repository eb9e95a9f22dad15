import { retryAfterMs } from './http.ts'
import { VendorError } from './vendor-error.ts'

/** Whatever the SDK throws, without what it carries along: its errors hold the question and the answer. */
export async function modelError(error: unknown): Promise<VendorError> {
  if (error instanceof VendorError) return error
  const { APICallError, RetryError } = await import('ai')
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof VendorError) return last
  // Where no answer arrived, the SDK wraps what `send` threw.
  if (APICallError.isInstance(last) && last.cause instanceof VendorError) return last.cause
  if (APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 400)
    return new VendorError('model', last.statusCode, 'refused', retryAfterMs(new Headers(last.responseHeaders)))
  const isTime = last instanceof Error && (last.name === 'TimeoutError' || last.name === 'AbortError')
  return isTime ? new VendorError('model', 0, 'timeout') : new VendorError('model', 200, 'invalid_answer')
}
