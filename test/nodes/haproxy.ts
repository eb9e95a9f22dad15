import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startInstalled } from './installed-programs.ts'

/** How often HAProxy asks a node whether it is ready. */
const CHECK_INTERVAL_MS = 1000

/** Until HAProxy has noticed that a node stops: two checks, also on a busy machine. */
export const drainSeconds = 4

interface Haproxy extends AsyncDisposable {
  /** An operator stops the next web node only when the one before is used again. */
  untilAllUp(): Promise<void>
}

/** HAProxy in front of two web nodes, as in deploy/haproxy. @param folder for its files */
export async function startHaproxy(
  port: number,
  [one, two]: readonly [number, number],
  folder: string,
): Promise<Haproxy> {
  const socket = join(folder, 'haproxy.sock')
  const addition = join(folder, 'haproxy.cfg')
  await writeFile(addition, `global\n  stats socket ${socket} mode 600 level user\n`)
  const program = await startInstalled(
    'haproxy',
    ['-db', '-f', resolve('deploy/haproxy/haproxy.cfg'), '-f', addition],
    {
      env: {
        BIND: `127.0.0.1:${port}`,
        WEB_1: `127.0.0.1:${one}`,
        WEB_2: `127.0.0.1:${two}`,
        CHECK_INTERVAL: `${CHECK_INTERVAL_MS}ms`,
      },
      isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false,
    },
  )
  return {
    async untilAllUp() {
      while ((await statesOf(socket)).some((state) => state !== 'UP')) await delay(CHECK_INTERVAL_MS)
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}

/** States of the web nodes: the 18th column of the statistics. */
async function statesOf(socket: string): Promise<string[]> {
  const connection = connect(socket)
  connection.write('show stat\n')
  const rows = (await text(connection)).split('\n').map((line) => line.split(','))
  return rows.flatMap(([, server, ...rest]) => (server?.startsWith('web-') ? [rest[15] ?? ''] : []))
}
