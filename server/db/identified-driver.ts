import { CompiledQuery, PostgresDriver } from 'kysely'
import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from 'kysely'

/**
 * Begins each transaction as somebody: the given settings are local to it. Neither statement is waited for: on a pipelining connection both travel
 * with the first statement of the work, which saves a round trip for each request. Should they fail, the database refuses what follows,
 * either as an aborted transaction or for want of rights (the login role has none), and the reason is thrown from here.
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
    // Thrown by `begun()`; without a handler here Node would end the process before anybody can ask.
    this.#begun.catch(() => undefined)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun
    await super.commitTransaction(connection)
  }

  /** Rejects with the reason when the transaction could not begin as that somebody. */
  async begun(): Promise<void> {
    await this.#begun
  }
}
