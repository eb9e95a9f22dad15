import { httpTimeoutMs } from '../limits.ts'
import type { HttpRequest } from './http-client.ts'
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
  const { vendor, method, url, headers = {}, timeoutMs = httpTimeoutMs } = request
  const idleTimer = createIdleTimer(timeoutMs)
  idleTimer.begin()
  try {
    const {
      status,
      headers: responseHeaders,
      body,
    } = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: idleTimer.signal,
    })
    return { status, headers: responseHeaders, body: readBody(vendor, body, idleTimer), closed: idleTimer.closed }
  } catch (cause) {
    idleTimer.close()
    throw connectionError(vendor, cause, idleTimer.signal)
  }
}

interface IdleTimer {
  signal: AbortSignal
  begin(): void
  end(): void
  close(): void
  closed: Promise<void>
}

function createIdleTimer(ms: number): IdleTimer {
  const controller = new AbortController()
  const closed = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const end = (): void => clearTimeout(timer)
  return {
    signal: controller.signal,
    begin() {
      end()
      timer = setTimeout(() => {
        controller.abort()
        closed.resolve()
      }, ms)
    },
    end,
    close() {
      end()
      closed.resolve()
    },
    closed: closed.promise,
  }
}

async function* readBody(vendor: string, body: Response['body'], idleTimer: IdleTimer): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) {
      idleTimer.end()
      yield chunk
      idleTimer.begin()
    }
  } catch (cause) {
    throw connectionError(vendor, cause, idleTimer.signal)
  } finally {
    idleTimer.close()
  }
}

const connectionError = (vendor: string, cause: unknown, { aborted }: AbortSignal): VendorError =>
  new VendorError(vendor, 0, aborted ? 'timeout' : 'unreachable', null, cause)
