import { once } from 'node:events'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { requestSettings } from './claims.ts'
import type { Claims } from './claims.ts'
import { connectionSettings } from './connection.ts'
import type { Connection } from './connection.ts'
import { IdentifiedDriver } from './identified-driver.ts'
import { openListener } from './listener.ts'
import { rowTypes } from './pg-types.ts'
import type { DB } from './rows.ts'

export type { Claims } from './claims.ts'

/** A transaction that runs as one of the roles; the only way to the tables. */
export type Tx = Transaction<DB>

export interface RequestOptions {
  readOnly?: boolean
  /** Further settings of the transaction: `request.method`, `request.path`, `request.headers` … for policies to read, `statement_timeout`, `timezone`. */
  settings?: Record<string, string>
}

export interface Database {
  /** As the bearer of these claims: row-level security decides. */
  asUser<T>(claims: Claims, fn: (tx: Tx) => Promise<T>, options?: RequestOptions): Promise<T>
  /** As functions and workers: every product table, none of the account tables. */
  asService<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** As the auth room: the account tables only. */
  asAccounts<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections of the login role itself, for the queue and the rate limiter only. */
  pool: Pool
  /** Calls back for each notification. Those sent while the connection was away are gone: a listener is a hint, never the only way. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<AsyncDisposable>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface DatabaseOptions {
  connection: Connection
  maxConnections?: number
  onError: (error: Error) => void
}

export async function openDatabase({ connection, maxConnections = 10, onError }: DatabaseOptions): Promise<Database> {
  const settings: PoolConfig = {
    application_name: 'mailroom',
    ...connectionSettings(connection),
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new Pool({
    ...settings,
    max: maxConnections,
    pipeline: true,
    types: rowTypes,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC -c search_path=public',
  })
  // Without a listener the server's goodbye to an idle connection would end the process.
  pool.on('error', (error) => {
    // The pool hangs the whole connection on it, which a log would print.
    Reflect.deleteProperty(error, 'client')
    onError(error)
  })
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => {
    // The pool listens only to connections that rest. One that breaks under a statement fails that statement; without this
    // it would end the process as well.
    client.on('error', () => undefined)
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  const listener = openListener(settings, onError)

  async function transaction<T>(
    identity: Readonly<Record<string, string>>,
    fn: (tx: Tx) => Promise<T>,
    readOnly = false,
  ): Promise<T> {
    const driver = new IdentifiedDriver({ pool }, identity)
    // One handle a transaction, since the driver holds who it is. It owns nothing, so nobody has to destroy it.
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

  const database: Database = {
    asUser: async (claims, fn, options = {}) =>
      transaction(requestSettings(claims, options.settings), fn, options.readOnly),
    asService: (fn) => transaction({ role: 'service_role' }, fn),
    asAccounts: (fn) => transaction({ role: 'accounts_service' }, fn),
    pool,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async ping() {
      await pool.query('select 1')
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      // The pool calls itself ended while its connections still say goodbye; a server that stops now would fail them.
      const closed = [...open].map((client) => once(client, 'end'))
      await pool.end()
      await Promise.all(closed)
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
