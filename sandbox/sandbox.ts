import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { createWorld } from './kit/create-world.ts'

export type SandboxOptions = { port: number; demo?: boolean }
export type Sandbox = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** Starts all neighbours of the product on one loopback port. Port 0 takes a free one. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld({ demo: options.demo ?? false })
  const app = createApp(world)
  const server = serve({ fetch: app.fetch, port: options.port, hostname: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const { port } = server.address() as AddressInfo
  world.url = `http://127.0.0.1:${port}`
  return {
    url: world.url,
    async [Symbol.asyncDispose]() {
      world.clock.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}
