import type { LiveEvent } from '../../contract/live-events.ts'
import { TooManyRequests } from '../errors.ts'
import { callerOf } from './mount.ts'
import { raw, type Route } from './route.ts'

/** Proxies and browsers drop a silent connection; a comment line keeps it. */
const heartbeatMs = 25_000
const mostUnread = 500
/** Of one person on one node: more tabs than anybody has, and no more sockets than one caller may hold (checklist D12). */
export const mostLines = 50
/** Seconds; by then lines that nobody reads have ended. */
const tooManyLast = 60

/**
 * `GET /api/events`: server-sent events of the signed-in person. The token comes in the header, never in the address, so the
 * page reads the stream with fetch. An event says what has changed; missed ones do no harm, as the page reads anew when it reconnects.
 */
export const liveRoute: Route = raw({
  method: 'GET',
  path: '/api/events',
  auth: 'own',
  limit: null,
  maxBytes: 0,
  async handle(ctx, { request }) {
    const user = await callerOf(ctx, request.headers)
    if (ctx.live.countOf(user.userId) >= mostLines) throw new TooManyRequests(tooManyLast)
    const encoder = new TextEncoder()
    let stop = (): void => undefined
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => controller.enqueue(encoder.encode(text))
        const end = (): void => {
          stop()
          controller.close()
        }
        const unsubscribe = ctx.live.subscribe(user.userId, (event: LiveEvent) => {
          // Whoever no longer reads must not fill our memory.
          if ((controller.desiredSize ?? 0) < -mostUnread) end()
          else send(`data: ${JSON.stringify(event)}\n\n`)
        })
        const heartbeat = setInterval(() => void beat(), heartbeatMs)
        heartbeat.unref()
        let stopped = false
        stop = () => {
          stopped = true
          clearInterval(heartbeat)
          unsubscribe()
        }
        /** The line outlives neither the token nor the session that it was opened with. */
        const beat = async (): Promise<void> => {
          const alive = await callerOf(ctx, request.headers).then(
            () => true,
            () => false,
          )
          if (stopped) return
          if (alive) send(': alive\n\n')
          else end()
        }
        send(': connected\n\n')
      },
      cancel: () => stop(),
    })
    request.signal.addEventListener('abort', () => stop())
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  },
})
