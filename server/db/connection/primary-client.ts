import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { databaseConnectTimeoutMs } from '../limits.ts'
import { StartupError } from '../../startup-error.ts'

/** Several database hosts: one is asked whether it accepts writes, how long the answer is valid, and the next try. */
const databaseProbeTimeoutMs = 2000
const primaryValidityMs = 1000
const primaryRetryPauseMs = 250

export interface Host {
  host: string
  port: number
}

/**
 * The driver connects to one host. This client connects to the one of several that accepts writes, which libpq calls
 * `target_session_attrs=read-write`. While none does, as during a failover, it waits for one.
 */
export function createPrimaryClient(hosts: readonly Host[]): typeof Client {
  let recent: { primary: Promise<Host>; until: number } | null = null

  /** Connections that are opened at the same time share a search. */
  function findRecent(config: ClientConfig): Promise<Host> {
    if (recent && performance.now() < recent.until) return recent.primary
    const search = { primary: findPrimary(hosts, config), until: Number.POSITIVE_INFINITY }
    recent = search
    search.primary.then(
      () => (search.until = performance.now() + primaryValidityMs),
      () => (search.until = 0),
    )
    return search.primary
  }

  return class PrimaryClient extends Client {
    readonly #config: ClientConfig

    constructor(config: ClientConfig = {}) {
      super(config)
      this.#config = config
    }

    override connect(): Promise<Client>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
      if (!callback) return this.#connect()
      void this.#connectThenCall(callback)
    }

    async #connectThenCall(callback: (error: Error | null) => void): Promise<void> {
      let failure: Error | null = null
      try {
        await this.#connect()
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
      }
      callback(failure)
    }

    async #connect(): Promise<Client> {
      const { host, port } = await findRecent(this.#config)
      this.host = host
      this.port = port
      try {
        return await super.connect()
      } catch (error) {
        recent = null
        throw error
      }
    }
  }
}

/** @throws where no host accepts writes in time */
async function findPrimary(hosts: readonly Host[], config: ClientConfig): Promise<Host> {
  const deadline = performance.now() + (config.connectionTimeoutMillis ?? databaseConnectTimeoutMs)
  for (;;) {
    try {
      return await Promise.any(hosts.map((host) => requireWritable(host, config)))
    } catch (error) {
      if (performance.now() > deadline) throw mainError(error)
      await delay(primaryRetryPauseMs)
    }
  }
}

/** A host that responds says more than one that does not. */
function mainError(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error
  const errors: unknown[] = error.errors
  return errors.find((each) => each instanceof StartupError) ?? errors[0]
}

async function requireWritable(host: Host, config: ClientConfig): Promise<Host> {
  // The pool makes the password invisible to the spread.
  const { password } = config
  const probe = { ...config, ...(password && { password }), ...host, connectionTimeoutMillis: databaseProbeTimeoutMs }
  const client = new Client(probe)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only === 'off') return host
    throw new StartupError('DATABASE_URL: the database is a standby or read-only, and no other host accepts writes')
  } finally {
    await client.end().catch(() => undefined)
  }
}
