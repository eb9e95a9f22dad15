import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/compose.ts'
import type { Context } from '../../server/context.ts'
import { listen } from '../../server/listen.ts'
import { prepareDatabase } from '../../server/prepare-database.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { freePort } from './free-port.ts'

export interface LocalApp extends AsyncDisposable {
  url: string
  ctx: Context
  /** Calls the sandbox's control API. @param body JSON, or the bytes of a MIME message */
  control(method: string, path: string, body?: object | Uint8Array): Promise<unknown>
}

/**
 * Starts the product with an embedded database and its own sandbox in a temporary folder, which is deleted afterwards.
 * @param env further settings, for the sandbox's address
 */
export async function startLocalApp(
  env: (sandboxUrl: string) => Record<string, string> = () => ({}),
): Promise<LocalApp> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'mailroom-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const sandbox = parts.use(await startSandbox({ port: 0 }))
  const port = await freePort()
  const settings = { PORT: String(port), DATA_DIR: dataDir, SANDBOX_URL: sandbox.url, LOG_LEVEL: 'error' }
  const config = readConfig({ ...settings, ...env(sandbox.url) })
  const log = pino({ level: config.logLevel, base: null }, pino.destination(2))
  const secrets = await loadSecrets(config)
  const { server } = parts.use(await prepareDatabase(config, secrets, (line) => log.info(line)))
  const ctx = parts.use(await createContext({ config, secrets, server, log }))
  parts.use(await listen(ctx, port))
  const running = parts.move()
  return {
    url: config.publicUrl,
    ctx,
    control: (method, path, body) => callControl(sandbox.url + path, method, body),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function callControl(url: string, method: string, body?: object | Uint8Array): Promise<unknown> {
  const isMime = body instanceof Uint8Array
  const answer = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: isMime ? Buffer.from(body) : JSON.stringify(body),
          headers: { 'content-type': isMime ? 'message/rfc822' : 'application/json' },
        }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}
