import { type OutgoingRequest, usualTimeoutMs } from './http.ts'
import { VendorError } from './vendor-error.ts'

export interface StreamedAnswer {
  status: number
  headers: Headers
  /** To be read by `for await`, to its end or not. @throws VendorError status 0 where it breaks off */
  body: AsyncGenerator<Uint8Array>
  /** When the connection is done with: it was read, left, or nobody began to read. */
  closed: Promise<void>
}

/**
 * As `send`, for answers of any size: they are handed on piece by piece and never held as a whole.
 * @param request `timeoutMs` is how long the other side may be silent, not how long it may take; whoever reads slowly loses nothing
 */
export async function openStream(request: Omit<OutgoingRequest, 'body' | 'maxBytes'>): Promise<StreamedAnswer> {
  const { vendor, method, url, headers = {}, timeoutMs = usualTimeoutMs } = request
  const silence = silenceAfter(timeoutMs)
  silence.begin()
  try {
    const {
      status,
      headers: answered,
      body,
    } = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: silence.signal,
    })
    return { status, headers: answered, body: piecesOf(vendor, body, silence), closed: silence.closed }
  } catch (cause) {
    silence.close()
    throw broken(vendor, cause, silence.signal)
  }
}

interface Silence {
  signal: AbortSignal
  begin(): void
  end(): void
  close(): void
  closed: Promise<void>
}

function silenceAfter(ms: number): Silence {
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

async function* piecesOf(vendor: string, body: Response['body'], silence: Silence): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body ?? []) {
      silence.end()
      yield piece
      silence.begin()
    }
  } catch (cause) {
    throw broken(vendor, cause, silence.signal)
  } finally {
    silence.close()
  }
}

const broken = (vendor: string, cause: unknown, { aborted }: AbortSignal): VendorError =>
  new VendorError(vendor, 0, aborted ? 'timeout' : 'unreachable', null, cause)
