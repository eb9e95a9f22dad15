import { once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { freePort } from '../../scripts/lib/free-port.ts'
import { canConnect } from '../../server/db/connection/can-connect.ts'
import { findBinaries } from '../../server/db/embedded/binaries.ts'
import { createCluster, dataFolder, ownerPassword, ownerRole } from '../../server/db/embedded/cluster.ts'
import { resolveDataLocation } from '../../server/db/embedded/data-location.ts'
import { hasRemainingProcesses, spawnPostmaster, stopPostmaster } from '../../server/db/embedded/postmaster.ts'

/** A primary with a synchronous standby: a commit is confirmed once both have written it. */
interface DatabasePair extends AsyncDisposable {
  /** DATABASE_URL of the owner with both hosts, as in docs/failover.md. */
  url: string
  /** The standby receives nothing more, so that the primary confirms no commit. */
  cutReplication(): Promise<void>
  /** Waits until the primary does not confirm a commit, because the standby is missing. */
  untilCommitWaits(): Promise<void>
  killPrimary(): Promise<void>
  /** @returns the former standby */
  promoteStandby(): Promise<ClientConfig>
}

const host = '127.0.0.1'

/** @param folder for the data of both */
export async function startDatabasePair(folder: string): Promise<DatabasePair> {
  await using parts = new AsyncDisposableStack()
  const { root, account } = await resolveDataLocation({
    dataDir: folder,
    userNamespaces: true,
    notice: () => undefined,
  })
  const native = await findBinaries(account, root)
  await createCluster(root, native, account)
  const password = await ownerPassword(root)
  const login = { user: ownerRole, password }
  const primaryData = dataFolder(root)
  const standbyData = join(root, 'standby')
  // The new cluster is shut down: a copy of its files is a standby. A running one is copied by pg_basebackup.
  await cp(primaryData, standbyData, { recursive: true, preserveTimestamps: true })
  await writeFile(join(standbyData, 'standby.signal'), '')

  async function start(data: string, settings: Record<string, string>) {
    const port = await freePort()
    const at: ClientConfig = { ...login, host, port, database: 'postgres' }
    const child = await spawnPostmaster({
      native,
      data,
      socketDir: dirname(data),
      logFile: `${data}.log`,
      account,
      settings: { listen_addresses: host, port: String(port), ...settings },
    })
    parts.defer(async () => {
      await stopPostmaster(child)
      while (await hasRemainingProcesses(data)) await delay(20)
    })
    while (!(await canConnect(at))) await delay(20)
    return { at, child }
  }
  const primary = await start(primaryData, { synchronous_standby_names: 'standby' })
  const standby = await start(standbyData, {
    primary_conninfo: Object.entries({ ...login, host, port: primary.at.port, application_name: 'standby' })
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    // After `cutReplication` it does not connect again.
    wal_retrieve_retry_interval: '5min',
  })
  const untilFound = async (statement: string): Promise<void> => {
    while ((await query(primary.at, statement)) === 0) await delay(20)
  }
  await untilFound(`select from pg_stat_replication where sync_state = 'sync'`)
  const hosts = [primary, standby].map(({ at }) => `${host}:${at.port}`)
  const started = parts.move()
  return {
    url: `postgresql://${ownerRole}:${password}@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
    cutReplication: async () =>
      void (await query(primary.at, 'select pg_terminate_backend(pid) from pg_stat_replication')),
    untilCommitWaits: () => untilFound(`select from pg_stat_activity where wait_event = 'SyncRep'`),
    async killPrimary() {
      const exited = once(primary.child, 'exit')
      primary.child.kill('SIGKILL')
      await exited
    },
    async promoteStandby() {
      await query(standby.at, 'select pg_promote()')
      return standby.at
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** @returns the number of rows */
async function query(at: ClientConfig, statement: string): Promise<number> {
  const client = new Client(at)
  await client.connect()
  try {
    return (await client.query(statement)).rows.length
  } finally {
    await client.end()
  }
}
