import { serve } from '@hono/node-server'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { staticPages } from './http/static-pages.ts'
import { StartProblem, systemCode } from './start-problem.ts'

const builtPages = fileURLToPath(new URL('../dist/web', import.meta.url))

/**
 * Serves the app. Outside production only this machine may ask: there is a sandbox behind it, and a default account.
 * @returns the port that was taken (0 takes a free one)
 */
export async function listen(
  ctx: Context,
  port: number,
  pagesDir = builtPages,
): Promise<{ port: number } & AsyncDisposable> {
  if (!existsSync(join(pagesDir, 'index.html'))) {
    throw new StartProblem('The page has not been built: run `npm run build` first.')
  }
  const app = createApp(ctx, await staticPages(pagesDir))
  const server = serve({
    fetch: app.fetch,
    port,
    serverOptions: {
      // Filters of /rest/v1 make long addresses; Node's own limit of 16 KB would refuse them before we see them.
      maxHeaderSize: 32 * 1024,
      // Longer than proxies and browsers keep a connection that rests: one that we close at the moment at which it is used is a failed request.
      keepAliveTimeout: 75_000,
    },
    ...(ctx.config.production ? {} : { hostname: '127.0.0.1' }),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error) => reject(inWords(error, port)))
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Event streams stay open for hours; whoever reads one connects again.
      closeConnections(server)
      await closed
    },
  }
}

function inWords(error: Error, port: number): Error {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new StartProblem(`PORT: port ${port} is taken; stop what uses it, or choose another one`)
    case 'EACCES':
      return new StartProblem(`PORT: port ${port} may not be used by this user; choose one above 1023`)
    default:
      return error
  }
}

function closeConnections(server: object): void {
  const isHttp = (value: object): value is Server => 'closeAllConnections' in value
  if (isHttp(server)) server.closeAllConnections()
}
