import type { Pool, PoolClient, QueryConfig } from 'pg'
import { transactionSettings } from './claims.ts'
import type { Claims } from './claims.ts'
import { CoalescingSocket } from './connection/coalescing-socket.ts'
import { connectionSettings, createPool } from './connection/connection.ts'
import type { Connection, ConnectionSettings } from './connection/connection.ts'
import { databaseConnectTimeoutMs } from './limits.ts'
import { openListener } from './listener.ts'
import { rowTypes } from './connection/pg-types.ts'
import { createStatementNames } from './statement-names.ts'
import { runTransaction, type SendLast, type Tx } from './transaction.ts'

/** Connections of short-lived commands. */
const defaultPoolSize = 10
/** The operating system notices within 20 seconds that the other end of an idle connection has gone. */
const databaseKeepAliveDelayMs = 10_000

export type { Claims } from './claims.ts'
export { notNeeded, responsesTo, transactionOf } from './transaction.ts'
export type { SendLast, Tx } from './transaction.ts'

/** A transaction: its statements, and how to send the last ones together with the commit. */
export type Work<T> = (tx: Tx, sendLast: SendLast) => Promise<T>

interface RequestOptions {
  readOnly?: boolean
  /** Further settings of the transaction: `statement_timeout`, `timezone`, `request.*` for policies. */
  settings?: Record<string, string>
}

export interface Database {
  /** With the role and claims of a request: row-level security applies. */
  asUser<T>(claims: Claims, fn: Work<T>, options?: RequestOptions): Promise<T>
  /** As `service_role`, for functions and workers: all product tables, no account tables. */
  asService<T>(fn: Work<T>): Promise<T>
  /** As `accounts_service`, for `server/auth`: the account tables only. */
  asAccounts<T>(fn: Work<T>): Promise<T>
  /** Connections of the login role, for the job queue and the rate limiter only. */
  pool: Pool
  /** False behind a connection pooler that does not support named statements. */
  preparesStatements: boolean
  /**
   * Calls back for each notification (LISTEN). Notifications during a lost connection are missed, so callers must not
   * depend on them.
   * @param onReconnect called after a lost connection
   */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<AsyncDisposable>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface DatabaseOptions {
  connection: Connection
  /** Connection for notifications, where `connection` leads to a pooler; defaults to `connection`. */
  direct?: Connection
  maxConnections?: number
  /** False for a connection pooler that does not support prepared statements. */
  preparesStatements?: boolean
  onError: (error: Error) => void
}

export async function openDatabase({
  connection,
  direct = connection,
  maxConnections = defaultPoolSize,
  preparesStatements = true,
  onError,
}: DatabaseOptions): Promise<Database> {
  const { pool, close } = openPool(settingsOf(connection), maxConnections, onError)
  const names = preparesStatements ? createStatementNames() : null
  const listener = openListener(settingsOf(direct), onError)
  const database: Database = {
    // The tables protocol builds its statements from the request, so that they seldom recur.
    asUser: async (claims, fn, options = {}) =>
      runTransaction(pool, { begin: beginAsUser(claims, options), names: null }, fn),
    asService: (fn) => runTransaction(pool, { begin: asServiceRole, names }, fn),
    asAccounts: (fn) => runTransaction(pool, { begin: asAccountsService, names }, fn),
    pool,
    preparesStatements,
    listen: (...given) => listener.listen(...given),
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

const settingsOf = (connection: Connection): ConnectionSettings => ({
  application_name: 'mailroom',
  ...connectionSettings(connection),
  keepAlive: true,
  keepAliveInitialDelayMillis: databaseKeepAliveDelayMs,
  connectionTimeoutMillis: databaseConnectTimeoutMs,
})

function openPool(settings: ConnectionSettings, max: number, onError: (error: Error) => void) {
  const pool = createPool({
    ...settings,
    max,
    pipeline: true,
    stream: () => new CoalescingSocket(),
    types: rowTypes,
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
    // Not `once` of `node:events`, which rejects where the connection breaks meanwhile.
    const closed = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)))
    await pool.end()
    await Promise.all(closed)
  }
  return { pool, close }
}

const asServiceRole = [{ text: 'begin; set local role service_role' }]
const asAccountsService = [{ text: 'begin; set local role accounts_service' }]

function beginAsUser(claims: Claims, { readOnly = false, settings }: RequestOptions): QueryConfig[] {
  const entries = Object.entries(transactionSettings(claims, settings))
  const calls = entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return [
    { text: readOnly ? 'start transaction read only' : 'begin' },
    { text: `select ${calls.join(', ')}`, values: entries.flat() },
  ]
}
