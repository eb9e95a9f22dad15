import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { priceProblems } from './billing/check-prices.ts'
import { readSandboxAnew } from './billing/reconcile-billing.ts'
import { systemClock } from './clock.ts'
import { ConfigError, readEnvironment, type Config } from './config.ts'
import { createContext } from './compose.ts'
import { listen } from './listen.ts'
import { prepareDatabase } from './open-database.ts'
import { loadSecrets } from './secrets.ts'
import { StartProblem } from './start-problem.ts'

const stopped = new AbortController()
// More than once: Ctrl-C comes from the terminal and from whoever started this, and the second must not cut the end short.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
// `npm start` keeps this server as long as it lives itself.
process.once('disconnect', () => stopped.abort())

try {
  await run(readEnvironment(), stopped.signal)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  if (process.connected) process.disconnect?.()
}

/** Everything that is opened closes in reverse order, also where the start fails half-way. */
async function run(config: Config, stop: AbortSignal): Promise<void> {
  const log = pino({ level: config.logLevel, base: null })
  await using parts = new AsyncDisposableStack()
  const secrets = await loadSecrets(config)
  const { server } = parts.use(await prepareDatabase(config, secrets, (line) => log.info(line)))
  const ctx = parts.use(await createContext({ config, secrets, server, log, clock: systemClock }))
  const wrong = await priceProblems(ctx)
  if (wrong.length > 0 && config.production) throw new StartProblem(wrong.join('\n'))
  for (const line of wrong) log.warn(line)
  await readSandboxAnew(ctx)
  if (config.role !== 'worker') {
    const { port } = parts.use(await listen(ctx, config.port))
    log.info({ port, role: config.role }, 'listening')
  }
  if (config.role !== 'web') await ctx.jobs.start()
  // What was compiled is kept for the next start. At the end it would be lost where this is killed.
  flushCompileCache()
  process.send?.({ ready: true })
  if (!stop.aborted) await once(stop, 'abort')
  log.info('stopping')
}
