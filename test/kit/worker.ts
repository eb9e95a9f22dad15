import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { databaseAddress } from './database-address.ts'
import type { App } from './start-app.ts'
import { testSecrets } from './test-secrets.ts'

/** A worker node in its own process on the app's database and sandbox, which a test can kill. */
interface Worker extends AsyncDisposable {
  kill(): Promise<void>
}

/** @param env overrides the settings */
export async function startWorker(app: App, env: Record<string, string> = {}): Promise<Worker> {
  const child = fork('server/main.ts', [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      // Compiling is half of the start, and its result is shared by all workers.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ROLE: 'worker',
      DATABASE_URL: databaseAddress(app.database.owner),
      SANDBOX_URL: app.sandbox.url,
      PUBLIC_URL: app.url,
      LOG_LEVEL: 'silent',
      ...testSecrets,
      ...env,
    },
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The worker ended with ${code}`))),
  ])
  return {
    async kill() {
      await end(child, 'SIGKILL')
    },
    // It exits cleanly on a signal.
    async [Symbol.asyncDispose]() {
      expect(await end(child, 'SIGTERM')).toMatch(/^0 null$|SIGKILL$/)
    },
  }
}

/** @returns its exit code and signal */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return `${child.exitCode} ${child.signalCode}`
}
