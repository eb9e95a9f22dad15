import { subscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'
import { ImapFlow } from 'imapflow'
import pg from 'pg'
import { z } from 'zod'

/**
 * Loaded before a node's program (`--import`). The node reports each crash point that it passes for the first time, and
 * on request its number. It kills itself at the crash point that the parent process names: the moment before or after a
 * call to an outside service, or before or after a commit. The parent also moves the node's clock.
 */
const Command = z.union([
  z.object({ crashAt: z.string() }),
  z.object({ jumpByMs: z.number() }),
  z.object({ reportNode: z.literal(true) }),
])

/** Difference between the time of the run, whose month is about to end, and the real one. */
const runOffsetMs = Number(process.env['TORTURE_CLOCK_OFFSET_MS'] ?? 0)
let clockOffsetMs = runOffsetMs
let crashAt: string | null = null
/** The number by which claims name this node. */
let node: number | null = null
const passed = new Set<string>()

process.on('message', (message) => {
  const command = Command.safeParse(message).data
  if (command && 'crashAt' in command) crashAt = command.crashAt
  if (command && 'jumpByMs' in command) clockOffsetMs += command.jumpByMs
  if (command && 'reportNode' in command) process.send?.({ node })
})
// The listener above must not keep the process alive after its program has ended.
process.channel?.unref()

function passPoint(name: string): void {
  if (name === crashAt) process.kill(process.pid, 'SIGKILL')
  if (passed.has(name)) return
  passed.add(name)
  if (process.connected) process.send?.({ crashPoint: name })
}

async function between<T>(name: string, work: () => Promise<T>): Promise<T> {
  passPoint(`before ${name}`)
  const result = await work()
  passPoint(`after ${name}`)
  return result
}

/** Ids in a path are replaced, so that calls of the same kind have the same name. */
function callName(method: string, path: string): string {
  const segments = path.split('/').map((segment) => (/[\d%]|.{30}/.test(segment) ? '{id}' : segment))
  return `${method} ${segments.join('/')}`
}

const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  return between(callName(method, url.pathname), () => fetch(input, init))
}

/** @param when `before` any byte is sent, or `after` the beginning of the response has arrived */
const passHttpPoint =
  (when: 'before' | 'after') =>
  (message: unknown): void => {
    const request: unknown = Reflect.get(Object(message), 'request')
    if (!(request instanceof ClientRequest)) return
    const [path = ''] = request.path.split('?')
    passPoint(`${when} ${callName(request.method, path)}`)
  }
subscribe('http.client.request.created', passHttpPoint('before'))
subscribe('http.client.response.finish', passHttpPoint('after'))

// The caller of a transaction is many asynchronous frames above its commit.
Error.stackTraceLimit = 40

/** The statement of the server that opened the transaction. */
function transactionName(): string {
  const frames = (new Error().stack ?? '').split('\n')
  const ours = frames.find((frame) => /\/server\/(?!db\/(database|transaction)\.ts)/.test(frame))
  return `commit of ${/server\/[\w./-]+:\d+/.exec(ours ?? '')?.[0] ?? 'the queue'}`
}

const runCommand: (...given: unknown[]) => unknown = Reflect.get(ImapFlow.prototype, 'exec')
Reflect.set(ImapFlow.prototype, 'exec', function (this: ImapFlow, ...given: unknown[]): Promise<unknown> {
  return between(`IMAP ${String(given[0])}`, async () => Reflect.apply(runCommand, this, given))
})

const isCommit = (query: unknown): boolean =>
  query === 'commit' || (typeof query === 'object' && query !== null && 'text' in query && query.text === 'commit')

const isHeartbeat = (query: unknown): boolean => typeof query === 'string' && query.includes('database_time')

const Heartbeat = z.object({ rows: z.array(z.looseObject({ database_time: z.number() })) })

/** The clock of a node follows the database's, which this program cannot move: the node reads the time of the run. */
async function moveTime(response: unknown): Promise<unknown> {
  const { rows } = Heartbeat.parse(await response)
  return { rows: rows.map((row) => ({ ...row, database_time: row.database_time + runOffsetMs })) }
}

const sendQuery: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]): unknown {
  const send = (): unknown => Reflect.apply(sendQuery, this, given)
  if (isHeartbeat(given[0])) {
    const [number] = z.tuple([z.number()], z.unknown()).parse(given[1])
    node = number
    return moveTime(send())
  }
  return isCommit(given[0]) ? between(transactionName(), async () => send()) : send()
})

const RealDate = Date
const now = (): number => RealDate.now() + clockOffsetMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
