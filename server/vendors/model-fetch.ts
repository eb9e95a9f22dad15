import { send } from './http.ts'

const oneTryMs = 30_000

/** The SDK's way out goes by ours: no redirect, a time and a size. @throws VendorError where no answer arrived whole */
export async function modelFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const { status, headers, text } = await send({
    vendor: 'model',
    method: 'POST',
    url,
    headers: Object.fromEntries(new Headers(init.headers)),
    timeoutMs: oneTryMs,
    ...(init.signal ? { signal: init.signal } : {}),
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
  })
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...waitOf(headers) } })
}

function waitOf(headers: Headers): Record<string, string> {
  const wait = headers.get('retry-after')
  return wait === null ? {} : { 'retry-after': wait }
}
