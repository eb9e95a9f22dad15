import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandAs, credentials, works } from './account.ts'
import type { Account } from './account.ts'

/** The process id of the server on this data folder, or null. A number that meanwhile belongs to something else, or to a zombie, is not it. */
export async function runningPostmaster(data: string): Promise<number | null> {
  const pid = await recordedPid(data)
  return pid !== null && (await isServerOf(pid, data)) ? pid : null
}

async function recordedPid(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Each process of a server works in its data folder; a zombie works nowhere. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * PostgreSQL takes any living process of the recorded number, and a zombie, for its predecessor and will not start. Removing the record is safe
 * only when no process of the predecessor is left, since it also guards the shared memory.
 */
export async function clearStaleRecord(data: string): Promise<void> {
  if (process.platform !== 'linux' || (await recordedPid(data)) === null) return
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const alive = await Promise.all(pids.map((pid) => isServerOf(Number(pid), data)))
  if (!alive.includes(true)) await rm(path.join(data, 'postmaster.pid'), { force: true })
}

export interface PostmasterOptions {
  native: string
  data: string
  socketDir: string
  logFile: string
  account: Account
  settings: Readonly<Record<string, string>>
}

/** Starts the server. When this process dies, however it dies, the kernel tells the server to stop. */
export async function spawnPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { native, data, socketDir, logFile, account, settings } = options
  const withParent = ['setpriv', '--pdeathsig', 'INT', '--']
  const prefix = process.platform === 'linux' && (await works([...withParent, 'true'], account)) ? withParent : []
  const server = [path.join(native, 'bin', 'postgres'), '-D', data, '-k', socketDir]
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await using log = await open(logFile, 'a', 0o600)
  if (account.uid !== undefined) await log.chown(account.uid, account.gid ?? account.uid)
  const child = spawn(...commandAs(account, [...prefix, ...server, ...flags]), {
    ...credentials(account),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', log.fd, log.fd],
    // Its own session: Ctrl-C is for us, who stop the server last.
    detached: true,
  })
  child.on('error', () => undefined)
  child.unref()
  return child
}

export const hasExited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

/** Fast shutdown: sessions are ended, everything is written. At once, with recovery at the next start, when that takes too long. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (hasExited(child)) return
    child.kill(signal)
    const deadline = AbortSignal.timeout(patience)
    while (!hasExited(child) && !deadline.aborted) await delay(10)
  }
}
