import { DefaultQueryExecutor, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Transaction } from 'kysely'
import type { CompiledQuery, ConnectionProvider, DatabaseConnection, Dialect, QueryResult } from 'kysely'
import { DatabaseError } from 'pg'
import type { ClientBase, Pool, QueryConfig } from 'pg'
import type { DB } from './rows.ts'
import type { StatementNames } from './statement-names.ts'

/** A transaction with one of the roles; the only access to the tables. */
export type Tx = Transaction<DB>

type Started = readonly Promise<unknown>[]
type Responses<S extends Started> = { -readonly [I in keyof S]: Awaited<S[I]> }

/** In the place of a statement that is not needed. */
export const notNeeded: Promise<null> = Promise.resolve(null)

/**
 * Sends the last statements of a transaction and its commit together, in one round trip. No statement may depend on the
 * response of another: a condition that must stop the commit is a statement that fails. Resolves once PostgreSQL has
 * confirmed the commit.
 * @param start starts the statements, in order
 */
export type SendLast = <const S extends Started>(start: () => S) => Promise<Responses<S>>

/**
 * Waits for statements that were sent together. PostgreSQL refuses those after one that fails, so that the first error
 * in their order is the cause.
 */
export async function responsesTo<const S extends Started>(started: S): Promise<Responses<S>> {
  const settled = await Promise.allSettled(started)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(started)
}

interface TransactionOptions {
  /** Statements that begin the transaction and give it a role. */
  begin: readonly QueryConfig[]
  /** Names for prepared statements; null: none is prepared. */
  names: StatementNames | null
}

/**
 * Runs a transaction on a pipelining connection. A statement is sent when it is executed, so that statements that are
 * started together share a round trip, in the order in which they were started. The beginning is sent with the first
 * of them: if it fails, PostgreSQL refuses everything that follows.
 */
export async function runTransaction<T>(
  pool: Pool,
  { begin, names }: TransactionOptions,
  fn: (tx: Tx, sendLast: SendLast) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const connection = new PipeliningConnection(client, names)
  const begun = Promise.all(begin.map((query) => client.query(query)))
  begun.catch(() => undefined)
  try {
    const result = await fn(transactionOn(connection), (start) => connection.sendLast(start))
    await connection.commit()
    client.release()
    return result
  } catch (error) {
    client.release((await connection.rollback()) || isOnStandby(error))
    await begun
    throw error
  }
}

/** The host has become a standby (`read_only_sql_transaction`): the next transaction needs another connection. */
const isOnStandby = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25006'

class PipeliningConnection implements DatabaseConnection, ConnectionProvider {
  readonly #client: ClientBase
  readonly #names: StatementNames | null
  #commit: Promise<void> | null = null

  constructor(client: ClientBase, names: StatementNames | null) {
    this.#client = client
    this.#names = names
  }

  /** Kysely's own provider waits for the previous statement. */
  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this)
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // After `commit` the connection may belong to another transaction.
    if (this.#commit) throw new Error('A statement was executed after the commit of its transaction')
    const name = this.#names?.nameOf(text)
    const query = { text, values: [...parameters], ...(name === undefined ? {} : { name }) }
    const { command, rowCount, rows } = await this.#client.query(query)
    return changes.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: a cursor would block the pipeline')
  }

  async sendLast<const S extends Started>(start: () => S): Promise<Responses<S>> {
    const started = start()
    const committed = this.commit()
    // Where a statement fails, its own error says why the commit was refused.
    committed.catch(() => undefined)
    const responses = await responsesTo(started)
    await committed
    return responses
  }

  /** @throws where PostgreSQL rolls back instead, because an earlier statement failed */
  commit(): Promise<void> {
    this.#commit ??= this.#sendCommit()
    return this.#commit
  }

  async #sendCommit(): Promise<void> {
    const { command } = await this.#client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements has failed')
  }

  async #sendRollback(): Promise<void> {
    await this.#client.query('rollback')
  }

  /** @returns true where the connection is unusable */
  async rollback(): Promise<boolean> {
    try {
      // After an attempted commit there is nothing to roll back; its response must arrive before another transaction.
      if (this.#commit) await this.#commit.catch(() => undefined)
      else await (this.#commit = this.#sendRollback())
      return false
    } catch {
      return true
    }
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
/** Kysely requires one; the executor has the connection. */
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

const transactionOn = (connection: ConnectionProvider): Tx =>
  new Transaction<DB>({
    config: { dialect },
    driver,
    dialect,
    executor: new DefaultQueryExecutor(compiler, adapter, connection),
  })

/** On a connection whose transaction the caller begins and ends. */
export const transactionOf = (client: ClientBase): Tx => transactionOn(new PipeliningConnection(client, null))
