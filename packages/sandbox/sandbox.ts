import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { startDemo } from './demo.ts'
import { createWorld } from './kit/create-world.ts'
import { smtpPortOf, startSmtp } from './smtp/server.ts'

export type SandboxOptions = { port: number; demo?: boolean }
export type Sandbox = { url: string; smtpUrl: string; [Symbol.asyncDispose](): Promise<void> }

const MOST_TRIES = 20

/** Starts all neighbours of the product on one loopback port, and the mail server on the port that follows from it (`smtpPortOf`). Port 0 takes free ones. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(options)
    } catch (error) {
      // Of a free port only the mail server's can be taken: another free port may have a better neighbour.
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (options.port !== 0 || !taken || tries === MOST_TRIES) throw error
    }
  }
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  await using parts = new AsyncDisposableStack()
  const world = createWorld({ demo: options.demo ?? false })
  parts.defer(() => world.clock.stop())
  world.url = await listen(createApp(world), options.port, parts)
  const smtp = parts.use(await startSmtp(world, smtpPortOf(Number(new URL(world.url).port))))
  world.outbox.smtpUrl = smtp.url
  if (world.demo) parts.use(startDemo(world))
  const running = parts.move()
  return { url: world.url, smtpUrl: smtp.url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function listen(app: ReturnType<typeof createApp>, port: number, parts: AsyncDisposableStack): Promise<string> {
  // Whoever calls closes a connection that rests: closed from here, it may be in use again at that very moment.
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1', serverOptions: { keepAliveTimeout: 0 } })
  parts.defer(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if ('closeAllConnections' in server) server.closeAllConnections()
    await closed
  })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the sandbox did not get a port')
  return `http://127.0.0.1:${address.port}`
}
