import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { testLifetimeMs } from '../../test/kit/test-node.ts'
import { announcePresence, hasOtherServingNode, isNodeDead, type Presence } from './presence.ts'
import { openDatabase, type Database } from './database.ts'

let testDatabase: TestDatabase
let watcher: Database
beforeAll(async () => {
  // No heartbeat but those of the tests: a node whose presence has expired would come back to life.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  testDatabase = await createTestDatabase()
  watcher = await openNode()
})
afterAll(async () => {
  vi.useRealTimers()
  await watcher[Symbol.asyncDispose]()
  await testDatabase[Symbol.asyncDispose]()
})

const errors: Error[] = []
const onError = (error: Error): number => errors.push(error)
const openNode = (): Promise<Database> => openDatabase({ connection: testDatabase.server, onError })
const announce = (db: Database, onNodesLost?: () => void): Promise<Presence> =>
  announcePresence(db.pool, { lifetimeMs: testLifetimeMs, onError, ...(onNodesLost && { onNodesLost }) })

async function isDead(node: number): Promise<boolean> {
  const { rows } = await watcher.asService((tx) =>
    sql<{ dead: boolean }>`select ${isNodeDead(sql`${sql.lit(node)}`)} as dead`.execute(tx),
  )
  return rows[0]?.dead ?? true
}
/** Expires a presence, as if the node had not sent a heartbeat for its lifetime. */
const expire = (node: number) =>
  watcher.pool.query(`update app.nodes set seen_until = now() - interval '1 second' where node = $1`, [node])
const cutConnections = () =>
  watcher.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%app.nodes%' and pid <> pg_backend_pid()`,
  )

test('lasts until it is disposed', async () => {
  await using db = await openNode()
  const presence = await announce(db)
  expect([await isDead(presence.node), presence.epoch()]).toEqual([false, 1])
  await presence[Symbol.asyncDispose]()
  expect([await isDead(presence.node), presence.epoch()]).toEqual([true, null])
})

test('another node serves requests while it lives, unless it is a worker', async () => {
  await using db = await openNode()
  const kind = (role: 'web' | 'worker') => ({ lifetimeMs: testLifetimeMs, onError, kind: { role, version: '1' } })
  await using own = await announcePresence(db.pool, kind('web'))
  await using _worker = await announcePresence(db.pool, kind('worker'))
  expect(await hasOtherServingNode(db.pool, own.node)).toBe(false)
  await using other = await announcePresence(db.pool, kind('web'))
  expect(await hasOtherServingNode(db.pool, own.node)).toBe(true)
  await expire(other.node)
  expect(await hasOtherServingNode(db.pool, own.node)).toBe(false)
})

test('distinguishes two nodes', async () => {
  await using db = await openNode()
  await using one = await announce(db)
  await using two = await announce(db)
  expect(one.node).not.toBe(two.node)
  await expire(one.node)
  expect(await isDead(two.node)).toBe(false)
})

test('is extended by the clock of the database', async () => {
  await using db = await openNode()
  await using presence = await announce(db)
  await expire(presence.node)
  expect(await isDead(presence.node)).toBe(true)
  await presence.beat()
  const { rows } = await watcher.pool.query<{ left: number }>(
    'select extract(epoch from seen_until - now())::float8 * 1000 as left from app.nodes where node = $1',
    [presence.node],
  )
  expect(rows[0]?.left).toBeGreaterThan(testLifetimeMs / 2)
  expect(rows[0]?.left).toBeLessThanOrEqual(testLifetimeMs)
})

test('reports a dead node once, to one of the others', async () => {
  await using db = await openNode()
  await using dead = await announce(db)
  let reports = 0
  await using one = await announce(db, () => reports++)
  await using two = await announce(db, () => reports++)
  expect(reports).toBe(0)
  await expire(dead.node)
  await Promise.all([one.beat(), two.beat()])
  await Promise.all([one.beat(), two.beat()])
  expect(reports).toBe(1)
})

test('continues after a lost connection', async () => {
  await using db = await openNode()
  await using presence = await announce(db)
  await cutConnections()
  await presence.beat().catch(() => undefined)
  await presence.beat()
  expect(await isDead(presence.node)).toBe(false)
  expect(presence.epoch()).toBe(1)
})

test('can be disposed while its connection is lost', async () => {
  await using db = await openNode()
  const presence = await announce(db)
  await cutConnections()
  await presence[Symbol.asyncDispose]()
  expect(presence.epoch()).toBeNull()
})

test('takes no connection after it is disposed, for which the pool would wait', async () => {
  const db = await openNode()
  const presence = await announce(db)
  const late = presence.beat()
  await presence[Symbol.asyncDispose]()
  await late.catch(() => undefined)
  await expect(presence.beat()).rejects.toThrow('stops')
  expect(await isDead(presence.node)).toBe(true)
  await db[Symbol.asyncDispose]()
})

test('holds no session state, so that a connection pooler in transaction mode can be used', async () => {
  await using db = await openNode()
  await using presence = await announce(db)
  expect(presence.epoch()).toBe(1)
  const { rows } = await watcher.pool.query(
    `select from pg_locks where locktype = 'advisory' and database =
       (select oid from pg_database where datname = current_database())`,
  )
  expect(rows).toEqual([])
})
