import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { httpResponseMaxBytes, httpTimeoutMs } from '../limits.ts'
import { inCallSpan } from '../../tracing.ts'
import { headersOf, sendHttp, type OutgoingRequest } from './http-exchange.ts'
import { timeLimitMs } from './time-limit.ts'
import { VendorError } from './vendor-error.ts'

export interface HttpRequest extends OutgoingRequest {
  vendor: string
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
 * Sends an HTTP request with a timeout and a size limit. A response of any status is returned.
 * @throws VendorError status 0 if no complete response arrived; the effect of the request is then unknown
 */
export const sendRequest = (request: HttpRequest): Promise<HttpResponse> => inCallSpan(request, () => exchange(request))

async function exchange(request: HttpRequest): Promise<HttpResponse> {
  const { vendor, signal, timeoutMs = httpTimeoutMs, maxBytes = httpResponseMaxBytes } = request
  const { response: responding, cancel } = sendHttp(request, 'gzip')
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    cancel()
  }, timeLimitMs(timeoutMs))
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  try {
    const response = await responding
    const text = await readText(vendor, response, maxBytes)
    return {
      status: response.statusCode ?? 0,
      // Seldom read, and as expensive as sending the request.
      get headers() {
        return headersOf(response)
      },
      text,
    }
  } catch (error) {
    if (error instanceof VendorError) throw error
    const code = hasTimedOut || isTimeout(signal?.reason) ? 'timeout' : 'unreachable'
    throw new VendorError(vendor, 0, code, null, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

async function readText(vendor: string, response: IncomingMessage, maxBytes: number): Promise<string> {
  const body = await readBody(vendor, response, maxBytes)
  if (response.headers['content-encoding'] !== 'gzip') return body.toString('utf8')
  try {
    return (await promisify(gunzip)(body, { maxOutputLength: maxBytes })).toString('utf8')
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError
    throw new VendorError(vendor, 0, isTooLarge ? 'answer_too_large' : 'unreadable_answer', null, cause)
  }
}

function readBody(vendor: string, response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    response.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) response.destroy(new VendorError(vendor, 0, 'answer_too_large'))
      else parts.push(part)
    })
    response.once('end', () => resolve(Buffer.concat(parts)))
    response.once('error', reject)
  })
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
