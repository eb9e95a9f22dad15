import { resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { startDemo } from './demo.ts'
import { startImap, type MailCertificate } from './imap/imap-server.ts'
import type { StandingTime } from './kit/clock.ts'
import { isSandboxRunning } from './kit/find-running-sandbox.ts'
import { createSandboxState, type SandboxState } from './sandbox-state.ts'
import { seedDemo } from './seeds/seed-demo.ts'
import { readSeedMails } from './seeds/seed-mails.ts'
import { PromptSmtpServer } from './smtp/prompt-smtp-server.ts'
import { imapPortOf, smtpPortOf, startSmtp, submissionPortOf } from './smtp/smtp-server.ts'
import { openStateFolder, readLastUser } from './storage/state-folder.ts'
import { createStateStore, restoreState } from './storage/state-store.ts'
import { storeBeforeResponse } from './storage/store-before-response.ts'
import { storedParts } from './stored-parts.ts'

export { PromptSmtpServer }

export type SandboxOptions = {
  port: number
  demo?: boolean
  /** The folder that keeps the state across restarts. Without it the state is in memory only. */
  stateDir?: string
  /**
   * How far the clock of a new state is behind real time; `POST /control/clock` advances it. Then the demo delivers no
   * mail by itself, and the state is stored at the end only: an unfinished one is of no use.
   */
  behindMs?: number
  /** Of the IMAP server and the submission server, which start only with it. Clients have to trust it. */
  mailCertificate?: MailCertificate | undefined
  /** For tests. */
  standing?: StandingTime | undefined
}
export type Sandbox = {
  url: string
  smtpUrl: string
  /** The servers of the IMAP mailboxes; null without a `mailCertificate`. */
  imapUrl: string | null
  submissionUrl: string | null
  /** Makes a call without a connection, in a fifth of the time: tests make dozens of control calls each. */
  request(path: string, init?: Pick<RequestInit, 'method' | 'body'> & { headers?: object }): Promise<Response>
  [Symbol.asyncDispose](): Promise<void>
}

/** Two sandboxes would overwrite each other's state. */
export class StateFolderInUse extends Error {}

const MAX_TRIES = 20

/**
 * Starts all services on one loopback port, and the mail servers on ports that follow from it (`smtpPortOf`).
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
  const stateDir = options.stateDir === undefined ? null : resolve(options.stateDir)
  const sandbox = createSandboxState({ demo: options.demo ?? false, stateDir, standing: options.standing })
  parts.defer(() => sandbox.clock.stop())
  sandbox.clock.resume(-(options.behindMs ?? 0))
  const store = stateDir === null ? null : await openStore(sandbox, stateDir)
  if (store) parts.use(store)
  const isPast = options.behindMs !== undefined
  if (store && !isPast) sandbox.changed = store.changed
  const app = createApp(sandbox, ...(store && !isPast ? [storeBeforeResponse(store)] : []))
  sandbox.url = await listen(app, options.port, parts)
  const port = Number(new URL(sandbox.url).port)
  const smtp = parts.use(await startSmtp(sandbox, smtpPortOf(port)))
  sandbox.outbox.smtpUrl = smtp.url
  if (options.mailCertificate) {
    const submission = parts.use(await startSmtp(sandbox, submissionPortOf(port), options.mailCertificate))
    const imap = parts.use(await startImap(sandbox, imapPortOf(port), options.mailCertificate))
    Object.assign(sandbox.imap, { url: imap.url, submissionUrl: submission.url })
  }
  if (sandbox.demo) {
    const seeds = await readSeedMails()
    if (!store?.restored) seedDemo(sandbox, seeds)
    if (!isPast) parts.use(startDemo(sandbox, seeds))
  }
  await store?.ready()
  const running = parts.move()
  return {
    url: sandbox.url,
    smtpUrl: smtp.url,
    imapUrl: sandbox.imap.url,
    submissionUrl: sandbox.imap.submissionUrl,
    async request(path, init) {
      const { href, host } = new URL(path, sandbox.url)
      return app.request(href, { ...init, headers: { host, 'content-type': 'application/json', ...init?.headers } })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The address of the running sandbox that stores its state in this folder; null without any. */
export async function findSandboxUsing(stateDir: string): Promise<string | null> {
  const user = readLastUser(stateDir)
  return user !== null && (await isSandboxRunning(user, resolve(stateDir))) ? user : null
}

async function openStore(sandbox: SandboxState, stateDir: string) {
  const user = await findSandboxUsing(stateDir)
  if (user !== null) throw new StateFolderInUse(`${user} uses it`)
  const folder = openStateFolder(stateDir)
  const parts = storedParts(sandbox)
  const restored = restoreState(folder, parts)
  const store = createStateStore(folder, parts, (error) => process.emitWarning(describeWriteError(stateDir, error)))
  const ready = async () => {
    await folder.writeUser(sandbox.url)
    await store.saved()
  }
  return { ...store, restored, ready }
}

function describeWriteError(stateDir: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The sandbox cannot store its state in ${stateDir}: ${reason}. It tries again with the next change.`
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
