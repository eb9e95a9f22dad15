import { pino } from 'pino'
import { createContext } from '../../server/compose.ts'
import type { Context } from '../../server/context.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { quickHashes } from './low-cost-hashes.ts'
import type { App } from './start-app.ts'

/** Another node on the app's database, in this process: its own connections, sign of life and queue. */
export type Node = AsyncDisposable & { ctx: Context }

export async function startNode(app: App): Promise<Node> {
  const { config, clock } = app.ctx
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  const { server } = app.database
  const ctx = await createContext({ config, secrets, server, log, clock, hashCost: quickHashes })
  return { ctx, [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose]() }
}
