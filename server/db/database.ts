import { once } from 'node:events'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { transactionSettings } from './claims.ts'
import type { Claims } from './claims.ts'
import { connectionSettings } from './connection.ts'
import type { Connection } from './connection.ts'
import {
  databaseConnectTimeoutMs,
  defaultPoolSize,
  databaseIdleTransactionTimeoutMs,
  databaseStatementTimeoutMs,
} from '../limits.ts'
import { IdentifiedDriver } from './identified-driver.ts'
import { openListener } from './listener.ts'
import { rowTypes } from './pg-types.ts'
import type { DB } from './rows.ts'

export type { Claims } from './claims.ts'

/** A transaction with one of the roles; the only access to the tables. */
export type Tx = Transaction<DB>

interface RequestOptions {
  readOnly?: boolean
  /** Further settings of the transaction: `statement_timeout`, `timezone`, `request.*` for policies. */
  settings?: Record<string, string>
}

export interface Database {
  /** With the role and claims of a request: row-level security applies. */
  asUser<T>(claims: Claims, fn: (tx: Tx) => Promise<T>, options?: RequestOptions): Promise<T>
  /** As `service_role`, for functions and workers: all product tables, no account tables. */
  asService<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** As `accounts_service`, for `server/auth`: the account tables only. */
  asAccounts<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections of the login role, for the job queue and the rate limiter only. */
  pool: Pool
  /**
   * Calls back for each notification (LISTEN). Notifications during a lost connection are missed, so callers must not
   * depend on them.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<AsyncDisposable>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface DatabaseOptions {
  connection: Connection
  maxConnections?: number
  onError: (error: Error) => void
}

export async function openDatabase({
  connection,
  maxConnections = defaultPoolSize,
  onError,
}: DatabaseOptions): Promise<Database> {
  const settings: PoolConfig = {
    application_name: 'mailroom',
    ...connectionSettings(connection),
    keepAlive: true,
    connectionTimeoutMillis: databaseConnectTimeoutMs,
  }
  const { pool, close } = openPool(settings, maxConnections, onError)
  const listener = openListener(settings, onError)
  const database: Database = {
    asUser: async (claims, fn, options = {}) =>
      transaction(pool, transactionSettings(claims, options.settings), fn, options.readOnly),
    asService: (fn) => transaction(pool, { role: 'service_role' }, fn),
    asAccounts: (fn) => transaction(pool, { role: 'accounts_service' }, fn),
    pool,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async ping() {
      await pool.query('select 1')
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await close()
    },
  }
  try {
    await database.ping()
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
  return database
}

function openPool(settings: PoolConfig, max: number, onError: (error: Error) => void) {
  const pool = new Pool({
    ...settings,
    max,
    pipeline: true,
    types: rowTypes,
    statement_timeout: databaseStatementTimeoutMs,
    idle_in_transaction_session_timeout: databaseIdleTransactionTimeoutMs,
    options: '-c timezone=UTC -c search_path=public',
  })
  // Without a listener an error of an idle connection would end the process.
  pool.on('error', (error) => {
    // The pool attaches the whole client, which must not be logged.
    Reflect.deleteProperty(error, 'client')
    onError(error)
  })
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => {
    // The pool handles errors of idle connections only. A connection that breaks during a statement fails that
    // statement; without this listener it would also end the process.
    client.on('error', () => undefined)
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  async function close(): Promise<void> {
    // `pool.end()` resolves before its connections are closed; a server that stops then would fail them.
    const closed = [...open].map((client) => once(client, 'end'))
    await pool.end()
    await Promise.all(closed)
  }
  return { pool, close }
}

/** @param identity settings local to the transaction: role and claims */
async function transaction<T>(
  pool: Pool,
  identity: Readonly<Record<string, string>>,
  fn: (tx: Tx) => Promise<T>,
  readOnly = false,
): Promise<T> {
  const driver = new IdentifiedDriver({ pool }, identity)
  // One instance per transaction, since the driver carries the identity. It owns no resources, so it is not destroyed.
  const kysely = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  try {
    return await (readOnly ? kysely.transaction().setAccessMode('read only') : kysely.transaction()).execute(fn)
  } catch (error) {
    await driver.begun()
    throw error
  }
}
