import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster, dataFolder, ownerPassword, ownerRole } from './embedded/cluster.ts'
import { ownerOf, port, settle, socketFolder } from './embedded/place.ts'
import {
  clearStaleRecords,
  hasExited,
  isAnythingLeft,
  lastComplaint,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts'
import type { PostmasterOptions } from './embedded/postmaster.ts'
import { StartProblem } from '../start-problem.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Told in a line what the user should know: where the data is when it cannot be in DATA_DIR, that the server was started again. */
  onNotice?: (line: string) => void
  /** Settings of the server; tests turn off what only matters when the power fails. */
  settings?: Record<string, string>
  /** False: behave as where root may not make user namespaces. */
  userNamespaces?: boolean
}

export interface EmbeddedPostgres extends AsyncDisposable {
  owner: PoolConfig
}

const patience = 60_000
const watchEvery = 500
const pauseAfterFailure = 10_000

/**
 * A real PostgreSQL on this machine, data in DATA_DIR/postgres, reachable through a unix socket alone. The process that started the server stops it.
 * Another one on the same DATA_DIR shares it, and starts it again when it goes away while still needed; the address stays the same.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { notice, place, owner } = await prepare(options)
  let child = await ensureRunning(place, owner)
  const closing = new AbortController()

  const watching = (async () => {
    for (let pause = watchEvery; !closing.signal.aborted; ) {
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted || (await runningPostmaster(place.data)) !== null) continue
      notice('The embedded PostgreSQL went away; starting it again.')
      try {
        child = await ensureRunning(place, owner)
        pause = watchEvery
      } catch (error) {
        child = null
        pause = pauseAfterFailure
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

async function prepare({ dataDir, onNotice, settings = {}, userNamespaces = true }: EmbeddedOptions) {
  const notice = onNotice ?? (() => undefined)
  if (process.platform === 'win32')
    throw new StartProblem('There is no embedded PostgreSQL on Windows: set DATABASE_URL.')
  const { root, account } = await settle({ dataDir, userNamespaces, notice })
  const native = await findBinaries(account, root)
  if ((await ownerOf(dataFolder(root))) === null) await createCluster(root, native, account)
  // The kernel tells where a process works without links; the folder may have been moved to another disk and linked.
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

/** The server's process when it was started here; null when it runs already. */
async function ensureRunning(place: PostmasterOptions, owner: PoolConfig): Promise<ChildProcess | null> {
  const deadline = AbortSignal.timeout(patience)
  let child: ChildProcess | null = null
  let attempts = 0
  while (!deadline.aborted) {
    if (child && hasExited(child)) child = null
    if (child === null && (await runningPostmaster(place.data)) === null && !(await isAnythingLeft(place.data))) {
      // The first may have met another one that started at the same moment; the fourth has met something else.
      if (attempts++ === 3) break
      await clearStaleRecords(place.data, place.socketDir)
      child = await spawnPostmaster(place)
    }
    if (await answers(owner)) return child && !hasExited(child) ? child : null
    await delay(20)
  }
  if (child) await stopPostmaster(child)
  const complaint = await lastComplaint(place.logFile)
  throw new StartProblem(`The embedded PostgreSQL does not start: ${complaint} (log: ${place.logFile})`)
}

async function answers(owner: PoolConfig): Promise<boolean> {
  const client = new Client({ ...owner, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
