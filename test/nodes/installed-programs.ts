import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseAccount, commandAs, credentials } from '../../server/db/embedded/os-account.ts'

type Program = 'haproxy' | 'pgbouncer'

/** Servers are installed outside the path of ordinary users. */
function pathOf(name: Program): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** The names are also those of the packages of Debian and Ubuntu. */
export const missingPrograms = (names: readonly Program[]): Program[] => names.filter((name) => pathOf(name) === null)

export const versionOf = (name: Program): string =>
  execFileSync(pathOf(name) ?? name, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''

/** Runs a program until it is disposed, as an unprivileged account, which PgBouncer requires. */
export async function startInstalled(
  name: Program,
  args: string[],
  { env = {}, isReady }: { env?: Record<string, string>; isReady: () => Promise<boolean> },
): Promise<AsyncDisposable> {
  const account = await chooseAccount(null)
  // It stops when this process exits for any reason.
  const command = ['setpriv', '--pdeathsig', 'KILL', '--', pathOf(name) ?? name, ...args]
  const child = spawn(...commandAs(account, command), {
    ...credentials(account),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-5000)))
  while (!(await isReady())) {
    if (hasExited(child)) throw new Error(`${name} exited: ${output}`)
    await delay(20)
  }
  return {
    async [Symbol.asyncDispose]() {
      if (hasExited(child)) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null
