import type pg from 'pg'
import { randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

const nodeHeartbeatMs = 1000
/** How long other nodes regard a node as alive after a heartbeat. */
export const nodeLifetimeMs = 5000

/**
 * Liveness of a node: a row of `app.nodes` that the node extends by the database's clock. Other nodes take over the
 * claims of a node as soon as its row is gone or has expired. Each heartbeat is one statement, so that it works through
 * a connection pooler in transaction mode.
 */
export interface Presence {
  /** Claims and slots name the node that holds them. */
  node: number
  /**
   * Null once other nodes may regard this node as dead: it was suspended, or does not reach the database. Another
   * number than before if that was so in the meantime.
   */
  epoch(): number | null
  /** Extends the presence now. */
  beat(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface PresenceOptions {
  onError: (error: Error) => void
  /** What the operator's page shows of the node. */
  kind?: { role: 'all' | 'web' | 'worker'; version: string } | undefined
  /** Longer only in tests: a busy machine must not end a presence. */
  lifetimeMs?: number | undefined
  /** Other nodes have died. Called on one of the nodes that survive. */
  onNodesLost?: () => void
  /** Receives the database's time with each heartbeat, see `DatabaseClock.adjust`. */
  onTime?: (time: number, sentAt: number) => void
}

/** Whether the claim's node has died. A claim without a node ends by its time only. */
export const isNodeDead = (node: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${node} is not null
    and not exists (select from app.nodes n where n.node = ${node} and n.seen_until > now()))`

/** Whether another node serves requests while this one does not. */
export async function hasOtherServingNode(pool: pg.Pool, node: number): Promise<boolean> {
  const others = "select from app.nodes where node <> $1 and seen_until > now() and role is distinct from 'worker'"
  const { rows } = await pool.query<{ found: boolean }>(`select exists (${others}) as found`, [node])
  return rows[0]?.found === true
}

/** Whether another worker may claim a row: its claim has expired, or its node has died. */
export const isClaimFree = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.claimed_until`)} <= now() or ${isNodeDead(sql.ref(`${table}.claim_node`))})`

const stops = 'This node stops'

/** Rows that a node has locked belong to a living node. Skipping them also prevents deadlocks between heartbeats. */
const heartbeat = `
  with dead as (
    delete from app.nodes where node in (
      select node from app.nodes where seen_until <= now() and node <> $1 for update skip locked)
    returning node),
  own as (
    insert into app.nodes (node, seen_until, role, version)
      values ($1, now() + $2 * interval '1 millisecond', $3, $4)
    on conflict (node) do update set seen_until = excluded.seen_until)
  select (select count(*)::integer from dead) as dead,
    extract(epoch from clock_timestamp())::float8 * 1000 as database_time`

interface HeartbeatRow {
  dead: number
  database_time: number
}

export async function announcePresence(
  pool: pg.Pool,
  {
    onError,
    kind,
    lifetimeMs = nodeLifetimeMs,
    onNodesLost = () => undefined,
    onTime = () => undefined,
  }: PresenceOptions,
): Promise<Presence> {
  const node = randomInt(1, 2_147_483_647)
  let aliveUntil = Number.NEGATIVE_INFINITY
  let epoch = 0
  let isClosed = false
  let running: Promise<void> | null = null
  const connection = ownConnection(pool)
  const values = [node, lifetimeMs, kind?.role ?? null, kind?.version ?? null]

  async function beat(): Promise<void> {
    // A job that still runs would make the node appear alive, and keep a connection from being closed.
    if (isClosed) throw new Error(stops)
    // Measured before the database's clock is read: this node never believes to be alive for longer than the others do.
    const sentAt = performance.now()
    const { rows } = await connection.run((client) => client.query<HeartbeatRow>(heartbeat, values))
    const [row] = rows
    if (!row) throw new Error('The heartbeat returned no row')
    onTime(row.database_time, sentAt)
    if (performance.now() >= aliveUntil) epoch++
    aliveUntil = Math.max(aliveUntil, sentAt + lifetimeMs)
    if (row.dead > 0) onNodesLost()
  }

  await beat()
  const timer = setInterval(() => {
    running ??= beat()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => (running = null))
  }, nodeHeartbeatMs).unref()

  return {
    node,
    epoch: () => (!isClosed && performance.now() < aliveUntil ? epoch : null),
    beat,
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearInterval(timer)
      await running
      // Without a connection the row expires.
      await connection
        .run((client) => client.query('delete from app.nodes where node = $1', [node]))
        .catch(() => undefined)
      connection.close()
    },
  }
}

/** One connection that is kept, so that heartbeats do not wait while requests use all others; replaced if it breaks. */
function ownConnection(pool: pg.Pool) {
  let current: pg.PoolClient | null = null
  let isClosed = false

  function drop(client: pg.PoolClient, error?: Error): void {
    // A connection must be released only once.
    if (current !== client) return
    current = null
    client.off('error', onBroken)
    client.release(error)
  }

  function onBroken(this: pg.PoolClient, error: Error): void {
    drop(this, error)
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    if (isClosed) {
      client.release()
      throw new Error(stops)
    }
    if (current) {
      client.release()
      return current
    }
    current = client
    client.on('error', onBroken)
    return client
  }

  return {
    async run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
      const client = current ?? (await connect())
      try {
        return await work(client)
      } catch (error) {
        drop(client, error instanceof Error ? error : new Error(String(error)))
        throw error
      }
    },
    close(): void {
      isClosed = true
      if (current) drop(current)
    },
  }
}
