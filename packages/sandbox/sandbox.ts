import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { startDemo } from './demo.ts'
import { createSandboxState } from './sandbox-state.ts'
import { smtpPortOf, startSmtp } from './smtp/smtp-server.ts'

export type SandboxOptions = { port: number; demo?: boolean }
export type Sandbox = { url: string; smtpUrl: string; [Symbol.asyncDispose](): Promise<void> }

const MAX_TRIES = 20

/**
 * Starts all services on one loopback port, and the mail server on the port that follows from it (`smtpPortOf`).
 * Port 0 chooses free ports.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(options)
    } catch (error) {
      // With port 0 only the port of the mail server can be taken: another free port has another one.
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (options.port !== 0 || !taken || tries === MAX_TRIES) throw error
    }
  }
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  await using parts = new AsyncDisposableStack()
  const sandbox = createSandboxState({ demo: options.demo ?? false })
  parts.defer(() => sandbox.clock.stop())
  sandbox.url = await listen(createApp(sandbox), options.port, parts)
  const smtp = parts.use(await startSmtp(sandbox, smtpPortOf(Number(new URL(sandbox.url).port))))
  sandbox.outbox.smtpUrl = smtp.url
  if (sandbox.demo) parts.use(startDemo(sandbox))
  const running = parts.move()
  return { url: sandbox.url, smtpUrl: smtp.url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function listen(app: ReturnType<typeof createApp>, port: number, parts: AsyncDisposableStack): Promise<string> {
  // Only clients close idle connections: one that the server closes may carry a new request at that moment.
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
