import { getRequestListener } from '@hono/node-server'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp, createOperatorApp, routes } from './app.ts'
import type { Context } from './context.ts'
import { directPosts } from './http/routing/direct-posts.ts'
import { staticPages } from './http/pages/static-pages.ts'
import { describeListenError, StartupError } from './startup-error.ts'

/** Filters of /rest/v1 make long URLs; Node's default of 16 KB would refuse them. */
export const headerMaxBytes = 32 * 1024
/**
 * Idle connections: longer than proxies and browsers keep them, since closing a connection that is about to be used
 * fails a request.
 */
const keepAliveTimeoutMs = 75_000
/**
 * Connections on which nothing arrives and nothing can be sent are closed: what a client does not read stays in memory.
 * Live events send a heartbeat, and every other response begins earlier.
 */
const stalledConnectionMs = 120_000
/** Shutdown: how long requests in progress may take, and the interval in which their connections are closed. */
const requestShutdownTimeoutMs = 20_000
const closeIdleConnectionsMs = 50

type Listening = { port: number } & AsyncDisposable

const builtPages = fileURLToPath(new URL('../dist/web', import.meta.url))

/** Starts the HTTP server. @returns the port; 0 selects a free one */
export const listen = async (ctx: Context, port: number, pagesDir = builtPages): Promise<Listening> =>
  serve(ctx, { port, setting: 'PORT' }, await createListener(ctx, pagesDir))

/** Answers the requests to the page and to all routes. */
export async function createListener(ctx: Context, pagesDir = builtPages): Promise<RequestListener> {
  if (!existsSync(join(pagesDir, 'index.html'))) {
    throw new StartupError('The page has not been built: run `npm run build` first.')
  }
  const app = createApp(ctx, await staticPages(pagesDir))
  const router = getRequestListener(app.fetch)
  return directPosts(ctx, routes, (...exchange) => void router(...exchange))
}

/** Starts the HTTP server of a worker, for probes and Prometheus. @returns as `listen` */
export function listenForOperator(ctx: Context, port: number): Promise<Listening> {
  const router = getRequestListener(createOperatorApp(ctx).fetch)
  return serve(ctx, { port, setting: 'METRICS_PORT' }, (...exchange) => void router(...exchange))
}

/** @returns as `listen` */
export async function serve(
  ctx: Pick<Context, 'config'>,
  { port, setting }: { port: number; setting: string },
  listener: RequestListener,
): Promise<Listening> {
  const server = createServer({ maxHeaderSize: headerMaxBytes, keepAliveTimeout: keepAliveTimeoutMs }, listener)
  server.setTimeout(stalledConnectionMs)
  server.listen(port, ctx.config.host)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error) => reject(describeListenError(error, port, setting)))
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** Accepts no more connections, and waits for the requests that are in progress. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // `close` closes the connections that are idle now; the others become idle with the end of their request.
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleConnectionsMs)
  const timeout = setTimeout(() => server.closeAllConnections(), requestShutdownTimeoutMs)
  await closed
  clearInterval(closing)
  clearTimeout(timeout)
}
