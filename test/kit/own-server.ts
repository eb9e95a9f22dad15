import type { PoolConfig } from 'pg'
import { pino } from 'pino'
import { freePort } from '../../scripts/lib/free-port.ts'
import { createContext } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import { runNode } from '../../server/node/run-node.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createTestDatabase } from './database.ts'
import { databaseAddress } from './database-address.ts'
import { testNode } from './test-node.ts'
import { testSecrets } from './test-secrets.ts'

interface OwnServer extends AsyncDisposable {
  url: string
  owner: PoolConfig
  /** For commands. A restore takes it for another node. */
  openContext: () => Promise<Context & AsyncDisposable>
}

/**
 * A fresh installation without the sandbox, whose node starts again where its settings change.
 * @param env of the node; its secrets are those of the tests
 */
export async function startOwnServer(env: Record<string, string | undefined> = {}): Promise<OwnServer> {
  await using parts = new AsyncDisposableStack()
  const database = parts.use(await createTestDatabase())
  const port = await freePort()
  const config = readConfig({
    DATABASE_URL: databaseAddress(database.owner),
    SANDBOX: 'false',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...testSecrets,
    ...env,
  })
  const stop = new AbortController()
  const ready = Promise.withResolvers<void>()
  const running = runNode(config, stop.signal, ready.resolve)
  parts.defer(async () => {
    stop.abort()
    await running
  })
  await Promise.race([ready.promise, running])
  const openContext = async () => {
    const log = pino({ level: 'silent' })
    return createContext({ config, secrets: await loadSecrets(config), server: database.server, log, ...testNode })
  }
  const opened = parts.move()
  return {
    url: config.publicUrl,
    owner: database.owner,
    openContext,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
