import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import type { TestDatabase } from './database.ts'

/** Runs `server/main.ts` with these settings until it exits or reports that it is ready. */
export async function runProgram(
  env: Record<string, string>,
  stop: (child: ChildProcess) => void = (child) => child.kill('SIGTERM'),
): Promise<{ ready: boolean; code: unknown; complaints: string[] }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork('server/main.ts', [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  let ready = false
  child.once('message', () => {
    ready = true
    stop(child)
  })
  // Not 'close': it is not emitted where this side closed the channel.
  const [[code]] = await Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')])
  return { ready, code, complaints: output.split('\n').filter((line) => line !== '') }
}

export async function takePort(): Promise<{ port: number; server: Server } & AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return { port: address.port, server, [Symbol.asyncDispose]: async () => void server.close() }
}

/** Forwards connections to the database, and breaks those whose first message matches, as in an outage. */
export async function startFailingProxy({ owner }: TestDatabase, broken: RegExp) {
  const { host = '', port: databasePort = 5432 } = owner
  const taken = await takePort()
  taken.server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (message) => {
      if (broken.test(message.toString('latin1'))) return void socket.destroy()
      const forwarded = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${databasePort}`) : connect(databasePort, host)
      forwarded.on('error', () => undefined)
      forwarded.write(message)
      socket.pipe(forwarded).pipe(socket)
    })
  })
  return taken
}
