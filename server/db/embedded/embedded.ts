import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import type { PoolConfig } from 'pg'
import { canConnect } from '../connection/can-connect.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, dataFolder, ownerPassword, ownerRole } from './cluster.ts'
import { ownerOf, port, resolveDataLocation, socketFolder } from './data-location.ts'
import {
  removeStaleLockFiles,
  hasExited,
  hasRemainingProcesses,
  lastLoggedError,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import type { PostmasterOptions } from './postmaster.ts'
import { StartupError } from '../../startup-error.ts'

/** Connections of the embedded database: enough for five nodes, where PostgreSQL's default is enough for three. */
const embeddedMaxConnections = 150
/** For the memory of a household's machine. */
const embeddedMemorySettings = {
  // A larger database is cached by the kernel.
  shared_buffers: '16MB',
  // Saves three processes, which read ahead where a query scans a large table.
  io_method: 'sync',
  // Saves a process; nothing replicates this database.
  max_logical_replication_workers: '0',
  // Locks of serializable transactions, which Mailroom does not use; the least that is allowed.
  max_pred_locks_per_transaction: '10',
}
/** Embedded PostgreSQL: start, check interval, and pause after a failed restart. */
const embeddedStartTimeoutMs = 60_000
const embeddedCheckIntervalMs = 500
const embeddedRestartPauseMs = 10_000
const embeddedProbeTimeoutMs = 2000
const embeddedStartRetries = 3

interface EmbeddedOptions {
  dataDir: string
  /** Receives notices for the operator: another data folder than DATA_DIR, a restart of the server. */
  onNotice?: (line: string) => void
  /** Settings of the server; tests disable durability against power failures. */
  settings?: Record<string, string>
  /** False simulates a system without user namespaces. */
  userNamespaces?: boolean
}

interface EmbeddedPostgres extends AsyncDisposable {
  owner: PoolConfig
}

/**
 * Starts PostgreSQL on this machine, with its data in DATA_DIR/postgres and a unix socket only. The process that
 * started the server stops it. Other processes with the same DATA_DIR share the server and restart it when it stops;
 * the socket path stays the same.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { notice, place, owner } = await prepare(options)
  let child = await ensureRunning(place, owner)
  const closing = new AbortController()

  const watching = (async () => {
    for (let pause = embeddedCheckIntervalMs; !closing.signal.aborted; ) {
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted || (await runningPostmaster(place.data)) !== null) continue
      notice('The embedded PostgreSQL went away; starting it again.')
      try {
        child = await ensureRunning(place, owner)
        pause = embeddedCheckIntervalMs
      } catch (error) {
        child = null
        pause = embeddedRestartPauseMs
        notice(error instanceof Error ? error.message : String(error))
      }
    }
  })()

  return {
    owner,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await watching
      if (child) await stopPostmaster(child)
    },
  }
}

async function prepare({ dataDir, onNotice, settings: given, userNamespaces = true }: EmbeddedOptions) {
  const notice = onNotice ?? (() => undefined)
  const settings = {
    max_connections: String(embeddedMaxConnections),
    ...embeddedMemorySettings,
    ...given,
  }
  if (process.platform === 'win32')
    throw new StartupError('There is no embedded PostgreSQL on Windows: set DATABASE_URL.')
  const { root, account } = await resolveDataLocation({ dataDir, userNamespaces, notice })
  const native = await findBinaries(account, root)
  if ((await ownerOf(dataFolder(root))) === null) await createCluster(root, native, account)
  // /proc shows working directories without symbolic links, and the data folder may be one.
  const data = await realpath(dataFolder(root))
  const socketDir = await socketFolder(root, account)
  const place: PostmasterOptions = { native, data, socketDir, logFile: path.join(root, 'log'), account, settings }
  const owner: PoolConfig = {
    host: socketDir,
    port,
    user: ownerRole,
    password: await ownerPassword(root),
    database: 'postgres',
  }
  return { notice, place, owner }
}

/** The server's process if this call started it; null where it was running. */
async function ensureRunning(place: PostmasterOptions, owner: PoolConfig): Promise<ChildProcess | null> {
  const deadline = AbortSignal.timeout(embeddedStartTimeoutMs)
  let child: ChildProcess | null = null
  let attempts = 0
  while (!deadline.aborted) {
    if (child && hasExited(child)) child = null
    if (
      child === null &&
      (await runningPostmaster(place.data)) === null &&
      !(await hasRemainingProcesses(place.data))
    ) {
      // A concurrent start can make the first attempt fail; repeated failures have another cause.
      if (attempts++ === embeddedStartRetries) break
      await removeStaleLockFiles(place.data, place.socketDir)
      child = await spawnPostmaster(place)
    }
    if (await canConnect({ ...owner, connectionTimeoutMillis: embeddedProbeTimeoutMs }))
      return child && !hasExited(child) ? child : null
    await delay(20)
  }
  if (child) await stopPostmaster(child)
  const loggedError = await lastLoggedError(place.logFile)
  throw new StartupError(`The embedded PostgreSQL does not start: ${loggedError} (log: ${place.logFile})`)
}
