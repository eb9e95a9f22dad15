import type { IncomingMessage } from 'node:http'
import { httpTimeoutMs } from '../limits.ts'
import { inCallSpan } from '../../tracing.ts'
import type { HttpRequest } from './http-client.ts'
import { headersOf, sendHttp } from './http-exchange.ts'
import { timeLimitMs } from './time-limit.ts'
import { VendorError } from './vendor-error.ts'

/** A streamed response that is slower in total has failed: it would occupy its account's slot for hours. */
const streamMinBytesPerSecond = 10_000

export interface StreamedResponse {
  status: number
  headers: Headers
  /** May be left before its end. @throws VendorError status 0 if the connection fails */
  body: AsyncGenerator<Uint8Array>
  /** Resolves once the body was read or left, or the idle timeout passed. */
  closed: Promise<void>
}

/**
 * Like `sendRequest`, for responses of any size: the body is streamed.
 * @param request its `timeoutMs` is how long the server may send nothing, and how much longer the whole body may take
 * than at `streamMinBytesPerSecond`. A slow reader counts for neither.
 */
export async function openResponseStream(request: Omit<HttpRequest, 'body' | 'maxBytes'>): Promise<StreamedResponse> {
  const { vendor, timeoutMs = httpTimeoutMs } = request
  const exchange = sendHttp(request, 'identity')
  const idleTimer = createIdleTimer(timeLimitMs(timeoutMs), exchange.cancel)
  idleTimer.begin()
  try {
    const { response, status } = await inCallSpan(request, async () => {
      const begun = await exchange.response
      return { response: begun, status: begun.statusCode ?? 0 }
    })
    return {
      status,
      headers: headersOf(response),
      body: readBody(vendor, response, idleTimer),
      closed: idleTimer.closed,
    }
  } catch (cause) {
    idleTimer.close()
    throw connectionError(vendor, cause, idleTimer)
  }
}

interface IdleTimer {
  begin(): void
  end(receivedBytes: number): void
  close(): void
  hasFired(): boolean
  closed: Promise<void>
}

function createIdleTimer(ms: number, onIdle: () => void): IdleTimer {
  const closed = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let hasFired = false
  let begunAt = 0
  /** Left of the time of the whole body. */
  let leftMs = ms
  const stop = (): void => clearTimeout(timer)
  return {
    begin() {
      stop()
      begunAt = performance.now()
      timer = setTimeout(
        () => {
          hasFired = true
          onIdle()
          closed.resolve()
        },
        Math.max(0, Math.min(ms, leftMs)),
      )
    },
    end(receivedBytes) {
      stop()
      leftMs += (receivedBytes * 1000) / streamMinBytesPerSecond - (performance.now() - begunAt)
    },
    close() {
      stop()
      closed.resolve()
    },
    hasFired: () => hasFired,
    closed: closed.promise,
  }
}

async function* readBody(vendor: string, response: IncomingMessage, idleTimer: IdleTimer): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) {
      idleTimer.end(chunk.length)
      yield chunk
      idleTimer.begin()
    }
  } catch (cause) {
    throw connectionError(vendor, cause, idleTimer)
  } finally {
    idleTimer.close()
  }
}

const connectionError = (vendor: string, cause: unknown, idleTimer: IdleTimer): VendorError =>
  new VendorError(vendor, 0, idleTimer.hasFired() ? 'timeout' : 'unreachable', null, cause)
