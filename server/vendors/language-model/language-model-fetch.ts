import { languageModelTimeoutMs } from '../limits.ts'
import { sendRequest } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { VendorError } from '../http/vendor-error.ts'

const languageModelAttemptTimeoutMs = 30_000

/** `fetch` of the AI SDK, by `sendRequest`: no redirects, a timeout and a size limit. @throws VendorError */
export async function modelFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const { status, headers, text } = await sendRequest({
    vendor: 'model',
    method: 'POST',
    url,
    headers: Object.fromEntries(new Headers(init.headers)),
    timeoutMs: languageModelAttemptTimeoutMs,
    ...(init.signal ? { signal: init.signal } : {}),
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
  })
  // The SDK ignores such a wait, and would try again after two seconds.
  const waitMs = retryAfterMs(headers)
  if (waitMs !== null && waitMs >= languageModelTimeoutMs) throw new VendorError('model', status, 'refused', waitMs)
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...retryAfterHeader(headers) } })
}

function retryAfterHeader(headers: Headers): Record<string, string> {
  const value = headers.get('retry-after')
  return value === null ? {} : { 'retry-after': value }
}
