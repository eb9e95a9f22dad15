import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { openDatabase, type Database } from './database.ts'
import { announcePresence, presenceClass } from './presence.ts'

let testDatabase: TestDatabase
let watcher: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  watcher = await openNode()
})
afterAll(async () => {
  await watcher[Symbol.asyncDispose]()
  await testDatabase[Symbol.asyncDispose]()
})

const complaints: Error[] = []
const openNode = (): Promise<Database> =>
  openDatabase({ connection: testDatabase.server, onError: (error) => complaints.push(error) })

/** Session that holds the node's presence lock; null without one. */
async function sessionOf(node: number): Promise<number | null> {
  const { rows } = await watcher.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1 and objid = $2
       and database = (select oid from pg_database where datname = current_database())`,
    [presenceClass, node],
  )
  return rows[0]?.pid ?? null
}
const cut = (pid: number | null): Promise<unknown> => watcher.pool.query('select pg_terminate_backend($1)', [pid])

test('holds the lock until it is disposed', async () => {
  await using db = await openNode()
  const presence = await announcePresence(db.pool, (error) => complaints.push(error))
  expect(await sessionOf(presence.node)).not.toBeNull()
  await presence[Symbol.asyncDispose]()
  expect(await sessionOf(presence.node)).toBeNull()
})

test('distinguishes two nodes', async () => {
  await using db = await openNode()
  await using one = await announcePresence(db.pool, (error) => complaints.push(error))
  await using two = await announcePresence(db.pool, (error) => complaints.push(error))
  expect(one.node).not.toBe(two.node)
  expect(await sessionOf(one.node)).not.toBe(await sessionOf(two.node))
})

test('acquires the same lock again after a lost connection, and reports the loss', async () => {
  complaints.length = 0
  await using db = await openNode()
  await using presence = await announcePresence(db.pool, (error) => complaints.push(error))
  const before = await sessionOf(presence.node)
  await cut(before)
  await expect.poll(async () => ((await sessionOf(presence.node)) ?? before) !== before).toBe(true)
  expect(complaints).not.toEqual([])
})

test('can be disposed while its connection is lost', async () => {
  await using db = await openNode()
  const presence = await announcePresence(db.pool, (error) => complaints.push(error))
  await cut(await sessionOf(presence.node))
  await presence[Symbol.asyncDispose]()
  await expect.poll(() => sessionOf(presence.node)).toBeNull()
})
