import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openOwner } from '../backup/open-owner.ts'
import { createRestoreDesk } from '../backup/restore-desk.ts'
import { deleteUploads } from '../backup/uploaded-backup.ts'
import { findPriceProblems } from '../billing/catalogue/check-prices.ts'
import { createContext } from '../compose.ts'
import { type Config, misspeltInEnvironment } from '../config.ts'
import type { Context } from '../context.ts'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import { connectionRemedy, describeTooManyConnections, readConnectionUse } from '../db/connection/connection-limit.ts'
import { hasOtherServingNode } from '../db/presence.ts'
import { createRestartTurn, type RestartTurn } from '../db/restart-turn.ts'
import { schemaFiles } from '../db/schema/migration-files.ts'
import { describeError } from '../events.ts'
import { listen, listenForOperator } from '../listen.ts'
import { createLog } from '../log.ts'
import { readMergedSettings } from '../settings/merge-settings.ts'
import { migrateDatabase } from '../prepare-database.ts'
import { loadSecrets } from '../secrets.ts'
import type { FoundSettings } from '../shared/operator-settings.ts'
import { StartupError } from '../startup-error.ts'
import { explainFailedStart } from './explain-failed-start.ts'
import { restoreInPause } from './restore-in-pause.ts'
import { watchForRestart } from './watch-for-restart.ts'

interface NodeParts {
  /** Of the environment. */
  environment: Config
  log: Logger
  owner: ConnectionSettings
  turn: RestartTurn
  desk: ReturnType<typeof createRestoreDesk>
  stop: AbortSignal
  onStarted: (settings: NodeSettings) => void
  former: NodeSettings | null
  usesFormer: boolean
}

type NodeSettings = Awaited<ReturnType<typeof readMergedSettings>>

const restartRetryMs = 2000
const updatedOnDisk = 'This server was updated on disk: start it again. Until then it runs the former version.'

/**
 * Runs a node until the signal. In between it starts again inside this process whenever an operator has changed the
 * settings on the page, or the first visitor restores a backup; the embedded database keeps running. A start that fails
 * then does not end the process, which may have no supervisor: it is tried again.
 */
export async function runNode(
  environment: Config,
  stop: AbortSignal,
  onReady: () => void,
  { retryMs = restartRetryMs } = {},
): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const log = await openLog(environment, parts)
  for (const line of misspeltInEnvironment()) log.warn({ event: 'misspelt_setting' }, line)
  const { owner } = parts.use(await openOwner(environment, (line) => log.info(line)))
  const turn = parts.use(createRestartTurn())
  /** With which the node has started last. */
  let former: NodeSettings | null = null
  let usesFormer = false
  const desk = createRestoreDesk()
  await deleteUploads(environment).catch(() => undefined)
  do {
    let isStarted = false
    const onStarted = (settings: NodeSettings): void => {
      former = settings
      isStarted = true
      onReady()
    }
    if (former !== null && (await schemaFiles.areReplaced())) log.warn({ event: 'updated_on_disk' }, updatedOnDisk)
    try {
      await runUntilRestart({ environment, log, owner, turn, desk, stop, onStarted, former, usesFormer })
      usesFormer = false
      const order = desk.take()
      if (order !== null && !stop.aborted) await restoreInPause({ environment, owner, log, desk, stop }, order)
    } catch (error) {
      if (isStarted || former === null || stop.aborted) throw error
      const reason = explainFailedStart(error)
      // What is explained has another cause than the changed settings.
      usesFormer = reason === null && !usesFormer
      const next = usesFormer
        ? 'It goes on with the former settings: correct the changed ones on the page Set up (/operator/set-up).'
        : 'It tries again until it succeeds.'
      log.error(
        { event: 'restart_failed', err: describeError(error) },
        `The server could not start again. ${reason ?? ''} ${next}`.replace('  ', ' '),
      )
      await turn.release()
      await delay(retryMs, undefined, { signal: stop }).catch(() => undefined)
    }
  } while (!stop.aborted)
}

/** Opened parts close in reverse order, also after a failed start. */
async function runUntilRestart(node: NodeParts): Promise<void> {
  const { environment, log, owner, turn, desk, stop, former, usesFormer } = node
  await using parts = new AsyncDisposableStack()
  const secrets = await loadSecrets(environment)
  const { server, direct } = await migrateDatabase(environment, secrets, owner)
  const settings = (usesFormer && former) || (await readMergedSettings(environment, secrets, server))
  const { config, problems } = settings
  const stored: FoundSettings = usesFormer ? { ...settings.stored, hasFailed: true } : settings.stored
  for (const line of problems) log.error({ event: 'stored_setting_ignored' }, line)
  const restart = new AbortController()
  desk.onOrder = () => restart.abort()
  const stopping = AbortSignal.any([stop, restart.signal])
  const ctx = parts.use(
    await createContext({ config, stored, secrets, server, direct, log, stopping, restoreDesk: desk }),
  )
  await reportPrices(ctx, former === null ? environment : null)
  const tooMany = await findTooManyConnections(ctx)
  if (tooMany !== null) log.warn({ event: 'too_many_connections' }, `${tooMany}. ${connectionRemedy}`)
  const port = await startListening(ctx, parts)
  if (port !== null) log.info({ port, role: config.role }, 'listening')
  if (config.role !== 'web') await ctx.jobs.start()
  // Written now and not at exit, where it would be lost if the process is killed.
  flushCompileCache()
  await turn.release()
  let waiting: Promise<void> | null = null
  parts.use(await watchForRestart(ctx, usesFormer, () => void (waiting ??= restartInTurn())))
  node.onStarted(settings)
  if (!stopping.aborted) await once(stopping, 'abort')
  log.info(stop.aborted ? 'stopping' : 'starting again')
  // `/readyz` returns 503 now, and the load balancer needs time to notice. Without another node it has no choice.
  const drains = stop.aborted || (await hasOtherServingNode(ctx.db.pool, ctx.presence.node).catch(() => true))
  if (config.role !== 'worker' && drains) await delay(config.drainMs)

  async function restartInTurn(): Promise<void> {
    try {
      await turn.acquire(direct, stopping)
      restart.abort()
    } catch (error) {
      waiting = null
      if (!stopping.aborted) ctx.events.backgroundError({ part: 'restart', error })
    }
  }
}

/** @returns the port; null: a worker without METRICS_PORT listens to none */
async function startListening(ctx: Context, parts: AsyncDisposableStack): Promise<number | null> {
  const { role, port, metricsPort } = ctx.config
  if (role !== 'worker') return parts.use(await listen(ctx, port)).port
  return metricsPort === null ? null : parts.use(await listenForOperator(ctx, metricsPort)).port
}

/**
 * Wrong prices end a start in production, but not after a change on the page: its operator sees them there.
 * @param environment null: a later start
 */
async function reportPrices(ctx: Context, environment: Config | null): Promise<void> {
  const wrong = await findPriceProblems(ctx)
  if (wrong.length > 0 && environment?.production && environment.stripe !== null)
    throw new StartupError(wrong.join('\n'))
  for (const line of wrong) ctx.log.warn(line)
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
  const { openTelemetry } = await import('../vendors/telemetry/open-telemetry.ts')
  const onError = (reason: string): void => log.warn({ event: 'telemetry_not_exported', reason })
  const log = createLog(config, parts.use(openTelemetry(telemetry, { role, onError })).loggerOptions)
  return log
}
