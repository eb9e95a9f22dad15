import { retryAfterMs } from '../http/retry-after.ts'
import { VendorError } from '../http/vendor-error.ts'

/** Converts an error of the SDK without its request and response, which contain texts of users and messages. */
export async function toVendorError(error: unknown): Promise<VendorError> {
  if (error instanceof VendorError) return error
  const { APICallError, RetryError } = await import('ai')
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof VendorError) return last
  // Without a response the SDK wraps the error of `sendRequest`.
  if (APICallError.isInstance(last) && last.cause instanceof VendorError) return last.cause
  if (APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 400)
    return new VendorError('model', last.statusCode, 'refused', retryAfterMs(new Headers(last.responseHeaders)))
  const isTimeout = last instanceof Error && (last.name === 'TimeoutError' || last.name === 'AbortError')
  return isTimeout ? new VendorError('model', 0, 'timeout') : new VendorError('model', 200, 'invalid_answer')
}
