import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/free-port.ts'
import { databaseAddress } from '../kit/database-address.ts'
import { createTestDatabase } from '../kit/database.ts'
import { fastTemporaryFolder } from '../kit/fast-temporary-folder.ts'
import { drainSeconds, startHaproxy } from './haproxy.ts'
import { startNodeProcess, type NodeProcess } from './node-process.ts'
import { openObserver, type Observer } from './observer.ts'
import { startPgBouncer } from './pgbouncer.ts'

interface NodesApp extends Observer {
  /** Restarts one node after the other, web nodes first. @param programOf program of the n-th node; this one if none */
  restartInTurn(programOf?: (n: number) => string | undefined): Promise<void>
}

/** Two web nodes behind HAProxy and three workers, which reach one database through PgBouncer. */
export async function startNodesApp(): Promise<NodesApp> {
  await using parts = new AsyncDisposableStack()
  const database = parts.use(await createTestDatabase())
  const folder = await mkdtemp(join(await fastTemporaryFolder(), 'mailroom-nodes-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const pooler = parts.use(await startPgBouncer(database, folder))
  const port = await freePort()
  const observer = parts.use(
    await openObserver({
      DATABASE_URL: databaseAddress(database.owner),
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'silent',
    }),
  )
  const env = {
    ...observer.env,
    ...pooler.env,
    DATABASE_DIRECT_URL: databaseAddress(database.owner),
    TRUSTED_PROXIES: 'loopback',
    DRAIN_SECONDS: String(drainSeconds),
  }
  const start = async (own: Record<string, string>): Promise<NodeProcess> =>
    parts.use(await startNodeProcess({ ...env, ...own }))
  const ports = [await freePort(), await freePort()] as const
  const nodes = await Promise.all([
    ...ports.map((own) => start({ ROLE: 'web', PORT: String(own) })),
    ...[1, 2, 3].map(() => start({ ROLE: 'worker' })),
  ])
  const haproxy = parts.use(await startHaproxy(port, ports, folder))
  await haproxy.untilAllUp()
  const opened = parts.move()
  return {
    ...observer,
    async restartInTurn(programOf = () => undefined) {
      for (const [n, node] of nodes.entries()) {
        await node.restart(programOf(n))
        await haproxy.untilAllUp()
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
