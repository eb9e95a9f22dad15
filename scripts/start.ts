import { once } from 'node:events'
import { ConfigError, readEnvironment } from '../server/config.ts'
import { buildPage } from './lib/build-page.ts'
import { startProgram, untilReady } from './lib/children.ts'
import { prepareDemo, type DemoAccount } from './lib/demo-account.ts'

/**
 * `npm start`: the sandbox (where one is wanted), the server, and a demo account; prints where to go and how to sign
 * in.
 */
const startedAt = performance.now()
const watch = process.argv.includes('--watch')
const config = settingsOrExit()
const stopped = new AbortController()
// `on`, not `once`: a Ctrl-C comes twice, from the terminal and from run.mjs, and the second must not end us before the
// programs have stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => stopped.abort())
// Waited for from the beginning: who stops us while we are starting is not asked to do it again.
const stopping = once(stopped.signal, 'abort')
if (!buildPage()) fail('The page could not be built, see above.')

await using parts = new AsyncDisposableStack()
// Last of all: the channel to run.mjs, on which we listen, would keep this process alive.
parts.defer(() => {
  if (process.connected) process.disconnect?.()
})
const reload = watch ? ['--watch'] : []
const server = parts.use(startProgram('server/main.ts', {}, [], reload))
const starting = [untilReady(server, 'The server')]
if (config.sandboxPort !== null) {
  const sandbox = parts.use(
    startProgram('packages/sandbox/main.ts', { SANDBOX_PORT: String(config.sandboxPort) }, [], reload),
  )
  starting.push(untilReady(sandbox, 'The sandbox'))
}
await orExit(Promise.race([run(), stopping]))

async function run(): Promise<void> {
  await Promise.all(starting)
  if (watch) parts.use(startProgram('node_modules/vite/bin/vite.js', {}, ['build', '--watch', '--logLevel', 'warn']))
  const demo = await prepareDemo(config).catch((error: unknown) => {
    if (stopped.signal.aborted) return null
    process.stderr.write(
      `The demo account could not be prepared: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return null
  })
  if (stopped.signal.aborted) return
  greet(demo)
  await server.exited
}

function greet(account: DemoAccount | null): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const lines = ['', `  ${config.productName} is ready at ${config.publicUrl}  (${seconds} s)`]
  if (account) lines.push(`  Sign in as ${account.email} with the password ${account.password}, or sign up.`)
  if (config.sandboxUrl) lines.push(`  The sandbox that stands in for Outlook: ${config.sandboxUrl}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

async function orExit(running: Promise<unknown>): Promise<void> {
  try {
    await running
  } catch (error) {
    await parts[Symbol.asyncDispose]()
    fail(error instanceof Error ? error.message : String(error))
  }
}

function settingsOrExit(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment()
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems.join('\n'))
    throw error
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
