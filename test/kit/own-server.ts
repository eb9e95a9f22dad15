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
  /** For commands. */
  ctx: Context
}

/** A fresh installation without the sandbox, whose node starts again where its settings change. */
export async function startOwnServer(): Promise<OwnServer> {
  await using parts = new AsyncDisposableStack()
  const database = parts.use(await createTestDatabase())
  const port = await freePort()
  const config = readConfig({
    DATABASE_URL: databaseAddress(database.owner),
    SANDBOX: 'false',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...testSecrets,
  })
  const stop = new AbortController()
  const ready = Promise.withResolvers<void>()
  const running = runNode(config, stop.signal, ready.resolve)
  parts.defer(async () => {
    stop.abort()
    await running
  })
  await Promise.race([ready.promise, running])
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  const ctx = parts.use(await createContext({ config, secrets, server: database.server, log, ...testNode }))
  const opened = parts.move()
  return { url: config.publicUrl, ctx, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
