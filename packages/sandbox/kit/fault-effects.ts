import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Fault } from './faults.ts'

/** The response of a fault with a status: the body of the fault, or the service's own body for that status. */
export function faultResponse(fault: Fault, status: number, ownBody: unknown): Response {
  const headers = new Headers()
  if (fault.retryAfter !== undefined && fault.retryAfter !== null) headers.set('Retry-After', String(fault.retryAfter))
  const body = fault.body ?? ownBody
  const isText = typeof body === 'string'
  headers.set('Content-Type', fault.contentType ?? (isText ? 'text/html' : 'application/json; charset=utf-8'))
  if (status === 204 || status === 304) return new Response(null, { status, headers })
  return new Response(isText ? body : JSON.stringify(body), { status, headers })
}

const BROKEN = ['reset', 'cut', 'malformed', 'hang', 'drip', 'endless'] as const
type Connection = 'whole' | 'drop' | (typeof BROKEN)[number]

export function connectionOf(fault: Fault | null): Connection {
  if (fault?.drop) return 'drop'
  return BROKEN.find((action) => action === fault?.action) ?? 'whole'
}

const WITHOUT_RESPONSE: ReadonlySet<Connection> = new Set(['drop', 'reset', 'hang'])

/** Whether no response is sent: before the effect of the call, or after it. */
export const isConnectionLost = (fault: Fault | null): boolean => WITHOUT_RESPONSE.has(connectionOf(fault))

/** The status of a call in the journal: 0 where no response is sent. */
export const sentStatus = (fault: Fault | null, status: number): number => (isConnectionLost(fault) ? 0 : status)

/** Sends a response as a broken network does. */
export async function sendThrough(
  c: Context<{ Bindings: HttpBindings }>,
  connection: Connection,
  answer: Response,
): Promise<Response> {
  switch (connection) {
    case 'whole':
      return answer
    case 'drop':
      c.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    case 'reset':
      // TCP RST instead of FIN: the client sees ECONNRESET.
      c.env.incoming.socket.resetAndDestroy()
      return RESPONSE_ALREADY_SENT
    case 'hang':
      await new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
      return RESPONSE_ALREADY_SENT
    case 'cut': {
      const bytes = Buffer.from(await answer.arrayBuffer())
      const { outgoing } = c.env
      // Content-Length is that of the whole body, so the client can detect that bytes are missing.
      outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': bytes.length + 1 })
      outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy())
      return RESPONSE_ALREADY_SENT
    }
    case 'malformed': {
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const headers = withoutLength(answer.headers)
      const body = bytes.length === 0 ? null : bytes.subarray(0, bytes.length >> 1)
      return new Response(body, { status: answer.status, headers })
    }
    case 'drip':
    case 'endless': {
      if (answer.status === 204 || answer.status === 304) return answer
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const headers = withoutLength(answer.headers)
      return new Response(dripping(bytes, connection === 'endless'), { status: answer.status, headers })
    }
  }
}

function withoutLength(original: Headers): Headers {
  const headers = new Headers(original)
  headers.delete('Content-Length')
  return headers
}

const DRIP_BYTES = 16
const DRIP_MS = 50
/** Valid after any JSON. */
const SPACE = new TextEncoder().encode(' ')

/** @param isEndless whether spaces follow the body, until the client closes the connection */
function dripping(bytes: Uint8Array, isEndless: boolean): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent >= bytes.length && !isEndless) return controller.close()
      await new Promise((resolve) => setTimeout(resolve, DRIP_MS))
      controller.enqueue(sent < bytes.length ? bytes.slice(sent, sent + DRIP_BYTES) : SPACE)
      sent += DRIP_BYTES
    },
  })
}
