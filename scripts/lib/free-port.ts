import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ranges from which systems take the ports of outgoing connections: none of them takes a free port. */
const [lowest, count] = [20_000, 11_000]
/** Other processes start elsewhere. */
let next = (process.pid * 97) % count

/** Holds a free port of the loopback interface until it is disposed. */
export async function reservePort(): Promise<{ port: number } & AsyncDisposable> {
  for (let tries = 0; tries < count; tries++) {
    const port = lowest + next
    next = (next + 1) % count
    const server = createServer()
    const isFree = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    )
    if (!(await isFree)) continue
    return { port, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) }
  }
  throw new Error(`No port from ${lowest} to ${lowest + count} is free`)
}

export async function freePort(): Promise<number> {
  await using reserved = await reservePort()
  return reserved.port
}
