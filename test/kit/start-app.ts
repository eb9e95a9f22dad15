import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { reservePort } from '../../scripts/lib/free-port.ts'
import { startSandbox, type Sandbox } from '../../packages/sandbox/sandbox.ts'
import type { HashCost } from '../../server/auth/passwords/password-hash.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/compose.ts'
import type { Context } from '../../server/context.ts'
import { listen } from '../../server/listen.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { mailCertificate as testCertificate } from './mail-certificate.ts'
import { ofFile } from './of-file.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { durationMs, TestClock, testDate } from './test-clock.ts'
import { testNode } from './test-node.ts'
import { testSecrets } from './test-secrets.ts'

export interface App extends AsyncDisposable {
  url: string
  ctx: Context
  clock: TestClock
  database: TestDatabase
  sandbox: Pick<Sandbox, 'url'> & Partial<Pick<Sandbox, 'imapUrl' | 'submissionUrl'>>
  /**
   * Calls the sandbox's control API: `control('PUT', '/control/faults', […])`. A text is sent as it is.
   * @returns the parsed JSON
   */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** What fails in the sandbox from now on, in place of what failed before. */
  faults(...rules: object[]): Promise<unknown>
  /** Advances the clocks of product and sandbox together. */
  advance(duration: string): Promise<void>
  /** Runs every due job to completion. */
  runDueJobs(): Promise<void>
}

interface AppOptions {
  /** Overrides the default settings of the tests. */
  env?: Record<string, string>
  /** Runs the workers continuously, as in production, instead of by `runDueJobs()`. */
  workers?: boolean
  /**
   * Where its clock and that of the sandbox stand: at `testDate` by default. null: they follow the machine's, as by
   * default with workers, which run in real time.
   */
  startsAt?: Date | null
  /** The sandbox has its IMAP and submission servers, with the certificate of the tests. */
  mailServers?: boolean
  /** `productionHashCost` for tests of the time that hashing takes. */
  hashCost?: HashCost
}

const pagesDir = fileURLToPath(new URL('../../dist/web', import.meta.url))
const withoutPages = fileURLToPath(new URL('./no-pages', import.meta.url))

/** The app of all tests of a file. It closes after them. */
export const appOfFile = (options?: AppOptions): Promise<App> => ofFile(startApp(options))

/** The app of an end-to-end test: its clock follows the machine's, as the clock of the page does. */
export const appOfPages = (options?: AppOptions): Promise<App> => appOfFile({ startsAt: null, ...options })

/** Starts the real server with its own database and sandbox in this process. */
export async function startApp({
  env = {},
  workers = false,
  startsAt = workers ? null : testDate,
  mailServers = false,
  hashCost = testNode.hashCost,
}: AppOptions = {}): Promise<App> {
  await using parts = new AsyncDisposableStack()
  // Jobs of a schedule would arrive at any moment of a test whose clock stands still.
  const database = parts.use(await createTestDatabase({ hasSchedule: !startsAt }))
  const clock = new TestClock(startsAt)
  // The product's time follows what the sandbox has waited for.
  const standing = startsAt ? { at: startsAt, onMove: (ms: number) => clock.advance(`${ms / 1000} s`) } : undefined
  const mailCertificate = mailServers ? testCertificate() : undefined
  const sandbox: Sandbox = parts.use(await startSandbox({ port: 0, standing, mailCertificate }))
  const reservedPort = parts.use(await reservePort())
  const { port } = reservedPort
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SANDBOX_URL: sandbox.url,
    ...testSecrets,
    LOG_LEVEL: 'silent',
    ...env,
  })
  const log = pino({ level: config.logLevel })
  const secrets = await loadSecrets(config)
  const stopping = new AbortController()
  const ctx = parts.use(
    await createContext({
      config,
      secrets,
      server: database.server,
      log,
      clock,
      ...testNode,
      hashCost,
      stopping: stopping.signal,
    }),
  )
  await reservedPort[Symbol.asyncDispose]()
  parts.use(await listen(ctx, port, existsSync(`${pagesDir}/index.html`) ? pagesDir : withoutPages))
  // Before the server closes, so that it waits for no event stream.
  parts.defer(() => stopping.abort())
  if (workers) await ctx.jobs.start()

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await sandbox.request(path, { method, ...(body !== undefined && { body: sent }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const running = parts.move()
  return {
    url: config.publicUrl,
    ctx,
    clock,
    database,
    sandbox,
    control,
    faults: (...rules) => control('PUT', '/control/faults', rules),
    async advance(duration) {
      clock.advance(duration)
      await control('POST', '/control/clock', { advance: `PT${durationMs(duration) / 1000}S` })
    },
    runDueJobs: () => ctx.jobs.runDueJobs(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
