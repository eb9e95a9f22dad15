import { once } from 'node:events'
import { readEnvironment } from '../server/config.ts'
import { startProgram, untilReady } from './lib/child-processes.ts'
import { prepareDemo, type DemoAccount } from './lib/demo-account.ts'
import { pastDays } from './lib/demo-history.ts'
import { isFirstStart, prepareFirstStart } from './lib/first-start.ts'
import { ensureMailCertificate } from './lib/mail-certificate.ts'
import { formatLogLine } from '../server/log-line.ts'
import { simulatedServices } from '../server/simulated-services.ts'
import { describeInstallation } from './lib/describe-installation.ts'
import { createTerminalLog } from './lib/terminal-log.ts'

/**
 * Imported by `npm start`: starts the sandbox (where configured) and the server, prepares a demo account, and prints
 * the URL and the sign-in data.
 */
/** When the user typed the command: milliseconds since 1970. */
const startedAt = Number(process.env['STARTED_AT'] ?? performance.timeOrigin)
const watch = process.argv.includes('--watch')
const config = readEnvironment()
const stopped = new AbortController()
// `on`, not `once`: Ctrl-C arrives twice, from the terminal and from run.mjs. The second must not end this process
// before its child processes have stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => stopped.abort())
// Registered before anything starts, so that a signal during the start is not lost.
const stopping = once(stopped.signal, 'abort')

await using parts = new AsyncDisposableStack()
// Disposed last: the open channel to run.mjs keeps this process alive.
parts.defer(() => {
  if (process.connected) process.disconnect?.()
})
const reload = watch ? ['--watch'] : []
// In a terminal, log lines are for people, and what to open and how to sign in stays below them. With --watch other
// programs write to the terminal as well.
const log = process.stdout.isTTY && !watch ? createTerminalLog(process.stdout) : null
const onLine = log ? (line: string) => log.line(formatLogLine(line)) : undefined
await exitOnError(Promise.race([run(), stopping]))

async function run(): Promise<void> {
  if (await isFirstStart(config)) {
    const past = ['--days', String(pastDays(process.argv))]
    showProgress(`Preparing a demo account with email of ${past[1]} days; only the first start does this …`)
    const firstStart = parts.use(startProgram('scripts/first-start.ts', {}, past, [], onLine))
    await prepareFirstStart(config, () => firstStart.exited, stopped.signal)
  }
  if (stopped.signal.aborted) return
  showProgress(`Starting the database${config.sandboxPort === null ? '' : ', the sandbox'} and the server …`)
  // The mail servers of the sandbox speak TLS, and the server trusts their certificate.
  const mail = config.sandboxPort === null ? null : await ensureMailCertificate(config.dataDir)
  const trust: Record<string, string> = mail ? { NODE_EXTRA_CA_CERTS: mail.trustedFile } : {}
  // The sandbox first: once the server answers, a mailbox can be connected.
  if (mail) {
    const env = {
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_MAIL_CERTIFICATE: mail.certificateFile,
      SANDBOX_MAIL_KEY: mail.keyFile,
    }
    await untilReady(parts.use(startProgram('packages/sandbox/main.ts', env, [], reload, onLine)), 'The sandbox')
  }
  if (stopped.signal.aborted) return
  const server = parts.use(startProgram('server/main.ts', trust, [], reload, onLine))
  await untilReady(server, 'The server')
  if (watch) parts.use(startProgram('node_modules/vite/bin/vite.js', {}, ['build', '--watch', '--logLevel', 'warn']))
  const demo = await prepareDemo(config).catch((error: unknown) => {
    if (stopped.signal.aborted) return null
    process.stderr.write(
      `The demo account could not be prepared: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return null
  })
  if (stopped.signal.aborted) return
  printWelcome(demo, await describeInstallation(config))
  await server.exited
}

function showProgress(text: string): void {
  if (log) log.setFooter(['', `  ${text}`, ''])
  else process.stdout.write(`${text}\n`)
}

function printWelcome(account: DemoAccount | null, notes: readonly string[]): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const lines = ['', `  ${config.productName} is ready at ${config.publicUrl}  (${seconds} s)`]
  if (account) lines.push(`  Sign in as ${account.email} with the password ${account.password}, or sign up.`)
  else lines.push('  Sign in, or create the first account.')
  if (config.sandboxUrl) {
    lines.push(`  The sandbox stands in for ${simulatedServices(config).join(', ')}: ${config.sandboxUrl}`)
    lines.push('  For your own mailbox run npm run setup, or set SANDBOX=false.')
  }
  lines.push(...notes.map((note) => `  ${note}`))
  if (log) log.setFooter([...lines, ''])
  else process.stdout.write(`${lines.join('\n')}\n\n`)
}

async function exitOnError(running: Promise<unknown>): Promise<void> {
  try {
    await running
  } catch (error) {
    await parts[Symbol.asyncDispose]()
    fail(error instanceof Error ? error.message : String(error))
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
