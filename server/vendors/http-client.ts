import { httpResponseMaxBytes, httpTimeoutMs } from '../limits.ts'
import { VendorError } from './vendor-error.ts'

export interface HttpRequest {
  vendor: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  timeoutMs?: number
  /** The caller's abort signal. */
  signal?: AbortSignal
  maxBytes?: number
}

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends an HTTP request with a timeout and a size limit. A response of any status is returned. Redirects are not
 * followed, because they could lead to any host.
 * @throws VendorError status 0 if no complete response arrived; the effect of the request is then unknown
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { vendor, method, url, headers = {}, body, signal } = request
  const { timeoutMs = httpTimeoutMs, maxBytes = httpResponseMaxBytes } = request
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, text: await readText(vendor, response, maxBytes) }
  } catch (error) {
    if (error instanceof VendorError) throw error
    const code = error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
    throw new VendorError(vendor, 0, code, null, error)
  }
}

async function readText(vendor: string, response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.byteLength
    if (size > maxBytes) throw new VendorError(vendor, 0, 'answer_too_large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** @throws VendorError status 0 for invalid JSON: the effect of the request is unknown */
export function parseJsonResponse(vendor: string, response: HttpResponse): unknown {
  try {
    const value: unknown = JSON.parse(response.text)
    return value
  } catch (error) {
    throw new VendorError(vendor, 0, 'unreadable_answer', null, error)
  }
}

/** For error bodies, which are HTML when a proxy wrote them. */
export function parseJsonOrNull(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}
