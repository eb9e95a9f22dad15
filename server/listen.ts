import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { staticPages } from './http/static-pages.ts'

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
  const app = createApp(ctx, await staticPages(pagesDir))
  const server = serve({ fetch: app.fetch, port, ...(ctx.config.production ? {} : { hostname: '127.0.0.1' }) })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
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

function closeConnections(server: object): void {
  const isHttp = (value: object): value is Server => 'closeAllConnections' in value
  if (isHttp(server)) server.closeAllConnections()
}
