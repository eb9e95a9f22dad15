import { pino } from 'pino'
import { createContext } from '../../server/compose.ts'
import type { Context } from '../../server/context.ts'
import { loadSecrets } from '../../server/secrets.ts'
import type { App } from './start-app.ts'
import { testNode } from './test-node.ts'

/** Another node on the app's database in this process, with its own connections, heartbeat and queue. */
export type Node = AsyncDisposable & { ctx: Context }

export async function startNode(app: App, { role = app.ctx.config.role } = {}): Promise<Node> {
  const { clock } = app.ctx
  const config = { ...app.ctx.config, role }
  const log = pino({ level: 'silent' })
  const secrets = await loadSecrets(config)
  const { server } = app.database
  const ctx = await createContext({ config, secrets, server, log, clock, ...testNode })
  return { ctx, [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose]() }
}
