import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { TestClock } from '../../../test/kit/test-clock.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { createRateLimits } from './rate-limits.ts'
import { perIp, perUser } from '../routing/route.ts'

const testDatabase = await ofFile(createTestDatabase())
const open = () =>
  ofFile(openDatabase({ connection: testDatabase.server, onError: (error) => expect.unreachable(error.message) }))
const nodes = [await open(), await open()]
const clock = new TestClock()
const limitsOn = (db: Database) => createRateLimits(db, clock)

const allowed = async (calls: Promise<void>[]): Promise<number> => {
  const results = await Promise.allSettled(calls)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
  }
  return calls.length - refusals.length
}

test('counts concurrent calls on all nodes exactly', async () => {
  const limits = nodes.map(limitsOn)
  const subject = randomUUID()
  const calls = Array.from({ length: 30 }, (_, n) =>
    limits[n % 2]?.consume('mail-graph', perUser(10, 'minute'), subject),
  )
  expect(await allowed(calls.filter((call) => call !== undefined))).toBe(10)
})

test('keeps counts across a restart', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const subject = randomUUID()
  const limit = perUser(3, 'day')
  expect(await allowed([1, 2, 3].map(() => limitsOn(db).consume('a', limit, subject)))).toBe(3)
  expect(await allowed([limitsOn(db).consume('a', limit, subject)])).toBe(0)
})

test('counts each user, address and route separately', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const limits = limitsOn(db)
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

test('refuses all calls while the counters are unavailable', async () => {
  const db = await openDatabase({ connection: testDatabase.server, onError: () => undefined })
  const limits = limitsOn(db)
  await db[Symbol.asyncDispose]()
  await expect(limits.consume('a', perUser(1, 'minute'), randomUUID())).rejects.toThrow()
})

test('uses the injected clock, returns the wait in seconds, and starts a new window', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const [limits, subject, limit] = [limitsOn(db), randomUUID(), perIp(2, 'minute')]
  expect([await limits.tryConsume('w', limit, subject), await limits.tryConsume('w', limit, subject)]).toEqual([0, 0])
  const wait = await limits.tryConsume('w', limit, subject)
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  clock.advance('30 s')
  expect(await limits.tryConsume('w', limit, subject)).toBeLessThanOrEqual(30)
  clock.advance('30 s')
  expect(await limits.tryConsume('w', limit, subject)).toBe(0)
})

test('refuses calls over the limit without a query', async () => {
  const db = await openDatabase({ connection: testDatabase.server, onError: () => undefined })
  const [limits, subject, limit] = [limitsOn(db), randomUUID(), perIp(1, 'minute')]
  expect([await limits.tryConsume('m', limit, subject), (await limits.tryConsume('m', limit, subject)) > 0]).toEqual([
    0,
    true,
  ])
  await db[Symbol.asyncDispose]()
  expect(await limits.tryConsume('m', limit, subject)).toBeGreaterThan(0)
})

test('deletes ended windows', async () => {
  const [db] = nodes
  if (!db) throw new Error('no node')
  const limits = limitsOn(db)
  const old = randomUUID()
  await limits.tryConsume('old', perIp(1, 'minute'), old)
  clock.advance('1 min')
  for (let call = 0; call < 500; call++) await limits.tryConsume('busy', perIp(1000, 'minute'), 'caller')
  const { rows } = await db.pool.query('select from app.rate_limits where key = $1', [`old:${old}`])
  expect(rows).toEqual([])
})

test('prepares no statement behind a pooler that does not support it', async () => {
  await using db = await openDatabase({
    connection: testDatabase.server,
    preparesStatements: false,
    maxConnections: 1,
    onError: () => undefined,
  })
  await limitsOn(db).consume('p', perIp(1, 'minute'), randomUUID())
  expect((await db.pool.query('select from pg_prepared_statements')).rows).toEqual([])
})
