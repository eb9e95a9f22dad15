import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Fault } from './faults.ts'

/** The answer of a fault with a status: its own body, or what the service says with that status. */
export function faultAnswer(fault: Fault, status: number, ownBody: unknown): Response {
  const headers = new Headers()
  if (fault.retryAfter !== undefined && fault.retryAfter !== null) headers.set('Retry-After', String(fault.retryAfter))
  const body = fault.body ?? ownBody
  const isText = typeof body === 'string'
  headers.set('Content-Type', fault.contentType ?? (isText ? 'text/html' : 'application/json; charset=utf-8'))
  if (status === 204 || status === 304) return new Response(null, { status, headers })
  return new Response(isText ? body : JSON.stringify(body), { status, headers })
}

export type Connection = 'whole' | 'drop' | 'cut' | 'hang' | 'drip'

export function connectionOf(fault: Fault | null): Connection {
  if (fault?.drop) return 'drop'
  const action = fault?.action
  return action === 'cut' || action === 'hang' || action === 'drip' ? action : 'whole'
}

/** Sends an answer the way a broken network would. */
export async function sendOver(
  c: Context<{ Bindings: HttpBindings }>,
  connection: Connection,
  answer: Response,
): Promise<Response> {
  switch (connection) {
    case 'whole':
      return answer
    case 'drop':
      c.env.incoming.socket.destroy()
      return answer
    case 'hang':
      await new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
      return answer
    default:
      return new Response(brokenStream(await answer.bytes(), connection), {
        status: answer.status,
        headers: withoutLength(answer),
      })
  }
}

function withoutLength(answer: Response): Headers {
  const headers = new Headers(answer.headers)
  headers.delete('Content-Length')
  return headers
}

/** Half of the bytes and then the end of the connection, or all of them a few at a time. */
function brokenStream(bytes: Uint8Array, connection: 'cut' | 'drip'): ReadableStream<Uint8Array> {
  let sent = 0
  const step = connection === 'cut' ? Math.max(1, bytes.length >> 1) : 16
  return new ReadableStream({
    async pull(controller) {
      if (connection === 'cut' && sent > 0) return controller.error(new Error('cut by a fault'))
      if (sent >= bytes.length) return controller.close()
      if (connection === 'drip') await new Promise((resolve) => setTimeout(resolve, 50))
      controller.enqueue(bytes.slice(sent, sent + step))
      sent += step
    },
  })
}
