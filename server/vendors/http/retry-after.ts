import { retryAfterMaxMs } from '../limits.ts'

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3) of a 429 or 503 response: seconds (Graph sends fractions) or a date. A date
 * is compared with the response's `Date`, so that clock differences do not matter.
 * @returns milliseconds; null without a valid header
 */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  const delayMs = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : parseHttpDate(value) - parseHttpDate(headers.get('date') ?? '')
  return Number.isFinite(delayMs) ? Math.min(Math.max(0, Math.ceil(delayMs)), retryAfterMaxMs) : null
}

/** NaN for other formats, which `Date.parse` would accept. */
const parseHttpDate = (text: string): number => (/^[A-Z][a-z]{2}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN)
