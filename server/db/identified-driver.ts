import { CompiledQuery, PostgresDriver } from 'kysely'
import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from 'kysely'

/**
 * Begins each transaction with an identity: settings that are local to the transaction. Neither statement is awaited:
 * on a pipelining connection both are sent with the first query, which saves a round trip per request. If they fail,
 * PostgreSQL refuses the following statements (aborted transaction, or missing privileges of the login role), and
 * `begun()` rejects with the cause.
 */
export class IdentifiedDriver extends PostgresDriver {
  readonly #settings: Readonly<Record<string, string>>
  #begun: Promise<unknown> = Promise.resolve()

  constructor(config: PostgresDialectConfig, settings: Readonly<Record<string, string>>) {
    super(config)
    this.#settings = settings
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const entries = Object.entries(this.#settings)
    const calls = entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
    this.#begun = Promise.all([
      super.beginTransaction(connection, settings),
      connection.executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`, entries.flat())),
    ])
    // `begun()` rejects with it; without a handler here Node would end the process.
    this.#begun.catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun
    await super.commitTransaction(connection)
  }

  /** Rejects where the transaction could not begin with this identity. */
  async begun(): Promise<void> {
    await this.#begun
  }
}
