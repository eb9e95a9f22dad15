import type { IncomingMessage } from 'node:http'
import { httpTimeoutMs } from '../limits.ts'
import type { HttpRequest } from './http-client.ts'
import { headersOf, sendHttp } from './http-exchange.ts'
import { VendorError } from './vendor-error.ts'

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
 * @param request its `timeoutMs` is an idle timeout: how long the server may send nothing. A slow reader does not
 * trigger it.
 */
export async function openResponseStream(request: Omit<HttpRequest, 'body' | 'maxBytes'>): Promise<StreamedResponse> {
  const { vendor, timeoutMs = httpTimeoutMs } = request
  const exchange = sendHttp(request, 'identity')
  const idleTimer = createIdleTimer(timeoutMs, exchange.cancel)
  idleTimer.begin()
  try {
    const response = await exchange.response
    return {
      status: response.statusCode ?? 0,
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
  end(): void
  close(): void
  hasFired(): boolean
  closed: Promise<void>
}

function createIdleTimer(ms: number, onIdle: () => void): IdleTimer {
  const closed = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let hasFired = false
  const end = (): void => clearTimeout(timer)
  return {
    begin() {
      end()
      timer = setTimeout(() => {
        hasFired = true
        onIdle()
        closed.resolve()
      }, ms)
    },
    end,
    close() {
      end()
      closed.resolve()
    },
    hasFired: () => hasFired,
    closed: closed.promise,
  }
}

async function* readBody(vendor: string, response: IncomingMessage, idleTimer: IdleTimer): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) {
      idleTimer.end()
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
