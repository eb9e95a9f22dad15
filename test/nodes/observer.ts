import { pino } from 'pino'
import { callControl, type AppHandle } from '../../bench/lib/bench-app.ts'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { testSecrets } from '../kit/test-secrets.ts'

/** Prepares and reads the data of nodes that run in processes of their own. */
export interface Observer extends AppHandle, AsyncDisposable {
  /** Settings that the nodes share with it. */
  env: Record<string, string>
}

/** Migrates the database, and starts a sandbox for the nodes. */
export async function openObserver(settings: Record<string, string>): Promise<Observer> {
  await using parts = new AsyncDisposableStack()
  const sandbox = parts.use(await startSandbox({ port: 0 }))
  const env = { ...testSecrets, SANDBOX_URL: sandbox.url, ...settings }
  const config = readConfig(env)
  const secrets = await loadSecrets(config)
  const { server } = parts.use(await prepareDatabase(config, secrets, () => undefined))
  const ctx = parts.use(await createContext({ config, secrets, server, log: pino({ level: 'silent' }) }))
  const opened = parts.move()
  return {
    ctx,
    env,
    url: config.publicUrl,
    control: (method, path, body) => callControl(sandbox.url + path, method, body),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
