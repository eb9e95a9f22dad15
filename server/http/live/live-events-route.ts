import type { LiveEvent } from '../../../contract/live-events.ts'
import { fail, TooManyRequests } from '../../errors.ts'
import { authenticate } from '../routing/mount-routes.ts'
import { rawRoute, type Route } from '../routing/route.ts'

/** Proxies and browsers close silent connections: interval of the comment lines in an event stream. */
const liveHeartbeatMs = 25_000
const liveMaxUnreadEvents = 500
/** Event streams of one user on one node. */
export const liveMaxConnectionsPerUser = 50
/** By then streams that no client reads have ended. */
const liveRetryAfterSeconds = 60

/**
 * `GET /api/events`: server-sent events of the signed-in user. The token is sent in the header, never in the URL, so
 * the page reads the stream with fetch. The stream ends where events were lost: the page then reconnects and reloads
 * its data.
 */
export const liveEventsRoute: Route = rawRoute({
  method: 'GET',
  path: '/api/events',
  auth: 'own',
  limit: null,
  maxBytes: 0,
  async handle(ctx, { request }) {
    if (ctx.stopping.aborted) fail('unavailable')
    const user = await authenticate(ctx, request.headers)
    if (ctx.live.subscriberCount(user.userId) >= liveMaxConnectionsPerUser)
      throw new TooManyRequests(liveRetryAfterSeconds)
    const encoder = new TextEncoder()
    let stop = (): void => undefined
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => controller.enqueue(encoder.encode(text))
        const end = (): void => {
          stop()
          controller.close()
        }
        // The page reconnects to another node.
        ctx.stopping.addEventListener('abort', end)
        send(': connected\n\n')
        const onEvent = (event: LiveEvent): void => {
          // Closes connections whose client does not read: buffered events would fill the memory.
          if ((controller.desiredSize ?? 0) < -liveMaxUnreadEvents) end()
          else send(`data: ${JSON.stringify(event)}\n\n`)
        }
        const unsubscribe = ctx.live.subscribe(user.userId, onEvent, end)
        const heartbeat = setInterval(() => void sendHeartbeat(), liveHeartbeatMs)
        heartbeat.unref()
        let stopped = false
        stop = () => {
          stopped = true
          ctx.stopping.removeEventListener('abort', end)
          clearInterval(heartbeat)
          unsubscribe()
        }
        /** Closes the connection when its token or session ends. */
        const sendHeartbeat = async (): Promise<void> => {
          const isAuthenticated = await authenticate(ctx, request.headers).then(
            () => true,
            () => false,
          )
          if (stopped) return
          if (isAuthenticated) send(': alive\n\n')
          else end()
        }
      },
      cancel: () => stop(),
    })
    request.signal.addEventListener('abort', () => stop())
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
  },
})
