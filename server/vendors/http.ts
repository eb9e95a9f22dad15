import { VendorError } from './vendor-error.ts'

export interface OutgoingRequest {
  vendor: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  timeoutMs?: number
  /** Of whoever waits for the answer. */
  signal?: AbortSignal
  maxBytes?: number
}

export interface IncomingAnswer {
  status: number
  headers: Headers
  text: string
}

export const usualTimeoutMs = 10_000
const usualMaxBytes = 4 * 1024 * 1024

/**
 * The one way out of the server. An answer of any status is returned; when none arrived whole, the effect of the request is unknown
 * and a VendorError of status 0 says why. Redirects are not followed: no service we call needs one, and one could lead anywhere.
 */
export async function send(request: OutgoingRequest): Promise<IncomingAnswer> {
  const { vendor, method, url, headers = {}, body, signal } = request
  const { timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes } = request
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

/** The value of a JSON answer. @throws VendorError status 0: what the service did is unknown when its answer cannot be read */
export function readJsonAnswer(vendor: string, answer: IncomingAnswer): unknown {
  try {
    const value: unknown = JSON.parse(answer.text)
    return value
  } catch (error) {
    throw new VendorError(vendor, 0, 'unreadable_answer', null, error)
  }
}

/** For the body of a refusal: a proxy in between answers in HTML, and then the status alone has to do. */
export function parseJsonOrNull(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

const longestWaitMs = 24 * 3600_000

/**
 * `Retry-After` in milliseconds: seconds (Graph sends fractions too) or a date. A date is measured against the answer's own `Date`,
 * so that a clock that is off on either side does no harm. Null where there is none that makes sense.
 */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : httpDate(value) - httpDate(headers.get('date') ?? '')
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.ceil(wait)), longestWaitMs) : null
}

/** NaN for whatever else `Date.parse` would make a date of. */
const httpDate = (text: string): number => (/^[A-Z][a-z]{2}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN)
