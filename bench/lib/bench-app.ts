import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { freePort } from '../../scripts/lib/free-port.ts'
import { startProgram, untilReady, type Running } from '../../scripts/lib/child-processes.ts'
import type { Clock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/compose.ts'
import type { Context } from '../../server/context.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { cpuTimeOf, parentOf } from './cpu-time.ts'

/** The product as in production: a PostgreSQL that waits for the disk, and each role in its own process. */
export interface BenchApp extends AsyncDisposable {
  /**
   * The context of the benchmark process, which prepares and queries data but runs no jobs of its own during a
   * measurement.
   */
  ctx: Context
  /** Connection settings of the owner of the tables. */
  owner: object
  url: string
  sandboxUrl: string
  /** Calls the sandbox's control API. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** @param profile writes a CPU profile of the worker into this folder when it ends */
  startWorker(options?: { profile?: string | undefined }): Promise<Running>
  /** CPU time that PostgreSQL has used, in milliseconds. */
  databaseCpuTime(): Promise<number>
  startWeb(): Promise<Running>
}

/** What the helpers for mailboxes need of an app. */
export type AppHandle = Pick<BenchApp, 'ctx' | 'url' | 'control'>

interface BenchOptions {
  logLevel?: string
  /** Folder of the data; defaults to the one for temporary files. */
  folder?: string
  /** Holds the data of an earlier run, and is kept. */
  dataDir?: string
  databaseSettings?: Record<string, string>
  clock?: Clock
  /** Environment and Node options of the nodes. */
  env?: Record<string, string>
  execArgv?: string[]
}

/** The caller starts the nodes. */
export async function startBenchParts(options: BenchOptions = {}): Promise<BenchApp> {
  const { logLevel = 'error', folder = tmpdir(), databaseSettings = {}, clock } = options
  await using parts = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? (await mkdtemp(join(folder, 'mailroom-bench-')))
  if (options.dataDir === undefined) parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { owner } = parts.use(
    await startEmbedded({ dataDir, settings: { max_connections: '300', ...databaseSettings } }),
  )
  const sandboxUrl = await startSandbox(parts)
  const port = await freePort()
  const settings = { PORT: String(port), DATA_DIR: dataDir, SANDBOX_URL: sandboxUrl, LOG_LEVEL: logLevel }
  const config = readConfig(settings)
  const log = pino({ level: config.logLevel, base: null }, pino.destination(2))
  const secrets = await loadSecrets(config)
  const { server } = parts.use(await prepareDatabase(config, secrets, (line) => log.info(line)))
  const ctx = parts.use(await createContext({ config, secrets, server, log, ...(clock && { clock }) }))

  const start = async (role: 'web' | 'worker', execArgv = options.execArgv ?? []): Promise<Running> => {
    const env = { ...settings, ...options.env, ROLE: role }
    const program = startProgram('server/main.ts', env, [], execArgv)
    await untilReady(program, `The ${role}`)
    return program
  }
  const opened = parts.move()
  return {
    ctx,
    owner,
    url: config.publicUrl,
    sandboxUrl,
    control: (method, path, body) => callControl(sandboxUrl + path, method, body),
    startWeb: () => start('web'),
    startWorker: ({ profile } = {}) =>
      start('worker', profile === undefined ? undefined : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    async databaseCpuTime() {
      const { rows } = await ctx.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      return cpuTimeOf(await parentOf(rows[0]?.pid ?? 0))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** With a web node. */
export async function startBenchApp(options: BenchOptions = {}): Promise<BenchApp> {
  await using parts = new AsyncDisposableStack()
  const app = parts.use(await startBenchParts(options))
  parts.use(await app.startWeb())
  const opened = parts.move()
  return { ...app, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function startSandbox(parts: AsyncDisposableStack): Promise<string> {
  const sandbox = parts.use(startProgram('bench/programs/sandbox.ts'))
  const [message] = await once(sandbox.child, 'message')
  return String(message)
}

export async function callControl(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}
