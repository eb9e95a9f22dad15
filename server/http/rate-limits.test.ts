import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { createRateLimits } from './rate-limits.ts'
import { perIp, perUser } from './route.ts'

let testDatabase: TestDatabase
let nodes: Database[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const open = () =>
    openDatabase({ connection: testDatabase.server, onError: (error) => expect.unreachable(error.message) })
  nodes = [await open(), await open()]
})
afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await testDatabase[Symbol.asyncDispose]()
})

const allowed = async (calls: Promise<void>[]): Promise<number> => {
  const results = await Promise.allSettled(calls)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Failure)
    expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
  }
  return calls.length - refusals.length
}

test('a limit holds over all nodes, exactly, also where the calls come at once', async () => {
  const limits = nodes.map(createRateLimits)
  const subject = randomUUID()
  const calls = Array.from({ length: 30 }, (_, n) =>
    limits[n % 2]?.consume('mail-graph', perUser(10, 'minute'), subject),
  )
  expect(await allowed(calls.filter((call) => call !== undefined))).toBe(10)
})

test('a restart does not give new calls', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const subject = randomUUID()
  const limit = perUser(3, 'day')
  expect(await allowed([1, 2, 3].map(() => createRateLimits(db).consume('a', limit, subject)))).toBe(3)
  expect(await allowed([createRateLimits(db).consume('a', limit, subject)])).toBe(0)
})

test('each person, each address and each route counts for itself', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const limits = createRateLimits(db)
  const limit = perIp(1, 'minute')
  expect(
    await allowed([
      limits.consume('a', limit, '10.0.0.1'),
      limits.consume('a', limit, '10.0.0.2'),
      limits.consume('b', limit, '10.0.0.1'),
      limits.consume('a', limit, '10.0.0.1'),
    ]),
  ).toBe(3)
})

test('where the counters cannot be asked, nobody is let through', async () => {
  const db = await openDatabase({ connection: testDatabase.server, onError: () => undefined })
  const limits = createRateLimits(db)
  await db[Symbol.asyncDispose]()
  await expect(limits.consume('a', perUser(1, 'minute'), randomUUID())).rejects.toThrow()
})
