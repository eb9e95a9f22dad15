import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findPriceProblems } from './billing/catalogue/check-prices.ts'
import { type Config, ConfigError, misspeltInEnvironment, readEnvironment } from './config.ts'
import { createContext } from './compose.ts'
import type { Context } from './context.ts'
import { connectionFailure, explainFailedStart } from './db/connection/connection-failure.ts'
import { connectionRemedy, describeTooManyConnections, readConnectionUse } from './db/connection/connection-limit.ts'
import { listen, listenForOperator } from './listen.ts'
import { createLog } from './log.ts'
import { prepareDatabase } from './prepare-database.ts'
import { loadSecrets } from './secrets.ts'
import { StartupError } from './startup-error.ts'

const stopped = new AbortController()
// Not `once`: Ctrl-C sends the signal twice (terminal and parent), and the second must not interrupt the shutdown.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
// The server stops when its parent `npm start` exits.
process.once('disconnect', () => stopped.abort())

try {
  await run(readEnvironment(), stopped.signal)
} catch (error) {
  process.stderr.write(`${explanationOf(error)}\n`)
  process.exitCode = 1
} finally {
  if (process.connected) process.disconnect?.()
}

/** One line for what the operator can mend. A supervisor starts the node again. @throws any other error */
function explanationOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message
  const failure = connectionFailure(error)
  if (failure === null) throw error
  return explainFailedStart(failure)
}

/** Opened parts close in reverse order, also after a failed start. */
async function run(config: Config, stop: AbortSignal): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const log = await openLog(config, parts)
  for (const line of misspeltInEnvironment()) log.warn({ event: 'misspelt_setting' }, line)
  const secrets = await loadSecrets(config)
  const { server, direct } = parts.use(await prepareDatabase(config, secrets, (line) => log.info(line)))
  const ctx = parts.use(await createContext({ config, secrets, server, direct, log, stopping: stop }))
  const wrong = await findPriceProblems(ctx)
  if (wrong.length > 0 && config.production) throw new StartupError(wrong.join('\n'))
  for (const line of wrong) log.warn(line)
  const tooMany = await findTooManyConnections(ctx)
  if (tooMany !== null) log.warn({ event: 'too_many_connections' }, `${tooMany}. ${connectionRemedy}`)
  if (config.role !== 'worker') {
    const { port } = parts.use(await listen(ctx, config.port))
    log.info({ port, role: config.role }, 'listening')
  }
  if (config.role === 'worker' && config.metricsPort !== null) {
    const { port } = parts.use(await listenForOperator(ctx, config.metricsPort))
    log.info({ port, role: config.role }, 'listening')
  }
  if (config.role !== 'web') await ctx.jobs.start()
  // Written now and not at exit, where it would be lost if the process is killed.
  flushCompileCache()
  process.send?.({ ready: true })
  if (!stop.aborted) await once(stop, 'abort')
  log.info('stopping')
  // `/readyz` returns 503 now, and the load balancer needs time to notice.
  if (config.role !== 'worker') await delay(config.drainMs)
}

/** Announced by the node that is one too many: later it would show only as failed requests of busy hours. */
async function findTooManyConnections({ config, db }: Pick<Context, 'config' | 'db'>): Promise<string | null> {
  if (config.directDatabaseUrl !== null) return null
  return describeTooManyConnections(await readConnectionUse(db.pool), config.databaseConnections)
}

/** The SDK of OpenTelemetry is loaded only where a collector is configured. It sends what is left after all parts. */
async function openLog(config: Config, parts: AsyncDisposableStack): Promise<Logger> {
  const { role, telemetry } = config
  if (!telemetry) return createLog(config)
  const { openTelemetry } = await import('./vendors/telemetry/open-telemetry.ts')
  const onError = (reason: string): void => log.warn({ event: 'telemetry_not_exported', reason })
  const log = createLog(config, parts.use(openTelemetry(telemetry, { role, onError })).loggerOptions)
  return log
}
