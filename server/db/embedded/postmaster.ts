import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { link, open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandAs, credentials, runsSuccessfully } from './os-account.ts'
import type { OsAccount } from './os-account.ts'
import { port } from './data-location.ts'

/** Bytes after which the log of the embedded PostgreSQL is truncated. */
const embeddedLogMaxBytes = 5_000_000
/** Signals that stop the embedded PostgreSQL, with the time until the next one. */
const embeddedStopSignals = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
] as const

/** Process id of the running server on this data folder; null without one. A reused pid or a zombie does not count. */
export async function runningPostmaster(data: string): Promise<number | null> {
  const pid = pidIn(await readOrEmpty(path.join(data, 'postmaster.pid')))
  return pid !== null && (await isServerOf(pid, data)) ? pid : null
}

async function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

function pidIn(record: string): number | null {
  const pid = Number(record.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** PostgreSQL processes have the data folder as working directory; a zombie has none. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  return process.platform === 'linux' ? (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data : isUsed(pid)
}

function isUsed(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Whether processes still use the data folder although there is no running postmaster: sessions of a killed server, or
 * a starting server without a pid file. Detected on Linux only.
 */
export async function hasRemainingProcesses(data: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map((pid) => isServerOf(Number(pid), data)))
  return found.includes(true)
}

/**
 * Removes lock files whose pid belongs to another process. PostgreSQL would take that process, or a zombie, for its
 * predecessor and refuse to start. Call it only where `hasRemainingProcesses` is false: the lock file also protects the
 * shared memory.
 */
export async function removeStaleLockFiles(data: string, socketDir: string): Promise<void> {
  for (const file of [path.join(data, 'postmaster.pid'), path.join(socketDir, `.s.PGSQL.${port}.lock`)]) {
    const record = await readOrEmpty(file)
    const pid = pidIn(record)
    if (process.platform === 'linux' && pid !== null && isUsed(pid)) await removeLockFile(file, record)
  }
}

/** Another process may have replaced the file meanwhile: it is renamed, compared, and restored where it is new. */
async function removeLockFile(file: string, stale: string): Promise<void> {
  const aside = `${file}.stale-${process.pid}`
  try {
    await rename(file, aside)
    if ((await readOrEmpty(aside)) !== stale) await link(aside, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EEXIST')))
      throw error
  } finally {
    await rm(aside, { force: true })
  }
}

export interface PostmasterOptions {
  native: string
  data: string
  socketDir: string
  logFile: string
  account: OsAccount
  settings: Readonly<Record<string, string>>
}

/** Starts the server. The kernel stops it when this process dies (`PDEATHSIG`). */
export async function spawnPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { native, data, socketDir, logFile, account, settings } = options
  const withParent = ['setpriv', '--pdeathsig', 'INT', '--']
  const prefix =
    process.platform === 'linux' && (await runsSuccessfully([...withParent, 'true'], account)) ? withParent : []
  const server = [path.join(native, 'bin', 'postgres'), '-D', data, '-k', socketDir]
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Server messages only: errors of statements can contain personal data and are returned to the client.
    log_min_messages: 'log',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await using log = await open(logFile, (await exceedsMaxSize(logFile)) ? 'w' : 'a', 0o600)
  if (account.uid !== undefined) await log.chown(account.uid, account.gid ?? account.uid)
  const child = spawn(...commandAs(account, [...prefix, ...server, ...flags]), {
    ...credentials(account),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', log.fd, log.fd],
    // Own session: Ctrl-C must not reach the server, which is stopped last.
    detached: true,
  })
  child.on('error', () => undefined)
  child.unref()
  return child
}

async function exceedsMaxSize(logFile: string): Promise<boolean> {
  const found = await stat(logFile).catch(() => null)
  return found !== null && found.size > embeddedLogMaxBytes
}

/** The last error in the server's log, for the operator. */
export async function lastLoggedError(logFile: string): Promise<string> {
  const lines = (await readOrEmpty(logFile)).split('\n')
  return (
    lines.findLast((line) => /FATAL|PANIC|error/.test(line))?.replace(/^.*?(FATAL|PANIC): */, '') ??
    'no error was logged'
  )
}

export const hasExited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

/**
 * Fast shutdown (SIGINT); immediate shutdown with recovery at the next start (SIGQUIT, SIGKILL) where it takes too
 * long.
 */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  for (const [signal, timeoutMs] of embeddedStopSignals) {
    if (hasExited(child)) return
    child.kill(signal)
    const deadline = AbortSignal.timeout(timeoutMs)
    while (!hasExited(child) && !deadline.aborted) await delay(10)
  }
}
