import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { link, open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandAs, credentials, works } from './account.ts'
import type { Account } from './account.ts'
import { port } from './place.ts'

/** The process id of the server on this data folder, or null. A number that meanwhile belongs to something else, or to a zombie, is not it. */
export async function runningPostmaster(data: string): Promise<number | null> {
  const pid = pidIn(await contentOf(path.join(data, 'postmaster.pid')))
  return pid !== null && (await isServerOf(pid, data)) ? pid : null
}

async function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

function pidIn(record: string): number | null {
  const pid = Number(record.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Each process of a server works in its data folder; a zombie works nowhere. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  return process.platform === 'linux' ? (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data : isTaken(pid)
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Sessions outlive a killed server for a moment; one that is just starting has no record yet. Elsewhere than on Linux nobody can tell. */
export async function isAnythingLeft(data: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map((pid) => isServerOf(Number(pid), data)))
  return found.includes(true)
}

/**
 * PostgreSQL takes any living process of the recorded number for its predecessor, a zombie too (which stays for ever where nobody reaps), and will
 * not start. Then the record has to go; but only when no process of the predecessor is left (`isAnythingLeft`), since it also guards the shared memory.
 */
export async function clearStaleRecords(data: string, socketDir: string): Promise<void> {
  for (const file of [path.join(data, 'postmaster.pid'), path.join(socketDir, `.s.PGSQL.${port}.lock`)]) {
    const record = await contentOf(file)
    const pid = pidIn(record)
    if (process.platform === 'linux' && pid !== null && isTaken(pid)) await removeRecord(file, record)
  }
}

/** Somebody else may have cleared it and started meanwhile: what is taken away is looked at again, and put back when it is new. */
async function removeRecord(file: string, stale: string): Promise<void> {
  const aside = `${file}.stale-${process.pid}`
  try {
    await rename(file, aside)
    if ((await contentOf(aside)) !== stale) await link(aside, file)
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
    // What the server itself has to say. Errors of statements go to who made them, and may hold people's data.
    log_min_messages: 'log',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await using log = await open(logFile, (await tooLong(logFile)) ? 'w' : 'a', 0o600)
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

async function tooLong(logFile: string): Promise<boolean> {
  const found = await stat(logFile).catch(() => null)
  return found !== null && found.size > 5_000_000
}

/** The server's last complaint, for a person to read. */
export async function lastComplaint(logFile: string): Promise<string> {
  const lines = (await contentOf(logFile)).split('\n')
  return (
    lines.findLast((line) => /FATAL|PANIC|error/.test(line))?.replace(/^.*?(FATAL|PANIC): */, '') ?? 'it said nothing'
  )
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
