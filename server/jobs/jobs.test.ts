import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { TestClock } from '../../test/kit/test-clock.ts'
import { later, minutes } from '../clock.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createEvents } from '../events.ts'
import { createJobs } from './create-jobs.ts'
import type { Jobs } from './jobs.ts'

let testDatabase: TestDatabase
let db: Database
let jobs: Jobs
const clock = new TestClock()
const lines: string[] = []
const events = createEvents(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))

/** What ran, and what a run shall do. */
let ran: [name: string, payload: object][] = []
let behaviour: (name: string) => Promise<void> = async () => undefined

const openJobs = (options: { pollSeconds?: number } = {}) =>
  createJobs({
    ...options,
    server: testDatabase.server,
    pool: db.pool,
    clock,
    events,
    async run(name, payload) {
      ran.push([name, payload])
      await behaviour(name)
    },
  })

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  db = await openDatabase({ connection: testDatabase.server, onError: (error) => lines.push(error.message) })
  jobs = await openJobs()
})
afterAll(async () => {
  await jobs[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
  await testDatabase[Symbol.asyncDispose]()
})
beforeEach(async () => {
  behaviour = async () => undefined
  await db.pool.query('delete from pgboss.job')
  ran = []
})

const mailbox = () => ({ mailboxId: randomUUID() })
const enqueue = (payload: { mailboxId: string }, options?: { after: Date }) =>
  db.asService((tx) => jobs.enqueue(tx, 'drain-mailbox', payload, options))
const inMinutes = (n: number) => ({ after: later(clock.now(), minutes(n)) })

test('a job comes with the transaction that makes it necessary', async () => {
  const payload = mailbox()
  await enqueue(payload)
  await jobs.drain()
  expect(ran).toEqual([['drain-mailbox', payload]])
  await jobs.drain()
  expect(ran).toHaveLength(1)
})

test('and goes with it: what is rolled back leaves no job', async () => {
  await expect(
    db.asService(async (tx) => {
      await jobs.enqueue(tx, 'drain-mailbox', mailbox())
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await jobs.drain()
  expect(ran).toEqual([])
})

test('however often a mailbox is woken, one job waits; other mailboxes have their own', async () => {
  const [one, two] = [mailbox(), mailbox()]
  await Promise.all([one, one, two, one, two].map((payload) => enqueue(payload)))
  await db.asService(async (tx) => {
    await jobs.enqueue(tx, 'drain-mailbox', one)
    await jobs.enqueue(tx, 'drain-mailbox', one)
  })
  await jobs.drain()
  expect(ran.map(([, payload]) => payload)).toHaveLength(2)
})

test('many in one statement are the same many: one a mailbox, none where one waits, gone with their transaction', async () => {
  const [one, two, three] = [mailbox(), mailbox(), mailbox()]
  await enqueue(one)
  await db.asService((tx) => jobs.enqueueAll(tx, 'drain-mailbox', [one, two, two]))
  await expect(
    db.asService(async (tx) => {
      await jobs.enqueueAll(tx, 'drain-mailbox', [three])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await db.asService((tx) => jobs.enqueueAll(tx, 'drain-mailbox', []))
  await jobs.drain()
  expect(ran.map(([, payload]) => payload)).toEqual(expect.arrayContaining([one, two]))
  expect(ran).toHaveLength(2)
})

test('a wake-up while the job runs is not lost: it runs once more', async () => {
  const payload = mailbox()
  behaviour = async () => {
    if (ran.length === 1) await enqueue(payload)
  }
  await enqueue(payload)
  await jobs.drain()
  expect(ran).toHaveLength(2)
})

test('a job for later waits until its moment, and does not take the place of one that is due', async () => {
  const payload = mailbox()
  await enqueue(payload, inMinutes(10))
  await jobs.drain()
  expect(ran).toEqual([])
  await enqueue(payload)
  await jobs.drain()
  expect(ran).toHaveLength(1)
  clock.advance('9 min')
  await jobs.drain()
  expect(ran).toHaveLength(1)
  clock.advance('2 min')
  await jobs.drain()
  expect(ran).toEqual([
    ['drain-mailbox', payload],
    ['drain-mailbox', payload],
  ])
})

test('of two moments the earlier counts', async () => {
  const payload = mailbox()
  await enqueue(payload, inMinutes(15))
  await enqueue(payload, inMinutes(1))
  await enqueue(payload, inMinutes(20))
  clock.advance('2 min')
  await jobs.drain()
  expect(ran).toHaveLength(1)
})

test('a moment that has passed is now', async () => {
  await enqueue(mailbox(), inMinutes(-1))
  await jobs.drain()
  expect(ran).toHaveLength(1)
})

test('a job that fails is told, tried again, and does not keep others from running', async () => {
  lines.length = 0
  const [bad, good] = [mailbox(), mailbox()]
  behaviour = async () => {
    if (ran.length === 1) throw new Error('not yet')
  }
  await enqueue(bad)
  await enqueue(good)
  await expect(jobs.drain()).rejects.toThrow('not yet')
  expect(ran).toHaveLength(2)
  expect(lines.filter((line) => line.includes('"job_failed"'))).toHaveLength(1)
  await expect
    .poll(async () => {
      await jobs.drain()
      return ran.length
    })
    .toBe(3)
  expect(ran[2]).toEqual(ran[0])
})

test('a payload that is not of the queue never reaches a room', async () => {
  await db.pool.query(`insert into pgboss.job (name, data) values ('drain-mailbox', '{"mailboxId":"x"}')`)
  await expect(jobs.drain()).rejects.toThrow()
  expect(ran).toEqual([])
})

test('workers that run by themselves are woken at once, and look after everything when they start', async () => {
  // Nobody would see it by looking for it within this hour.
  await using workers = await openJobs({ pollSeconds: 3600 })
  await workers.start()
  await expect.poll(() => ran.map(([name]) => name)).toContain('look-after-mailboxes')
  const payload = mailbox()
  await enqueue(payload)
  await expect.poll(() => ran).toContainEqual(['drain-mailbox', payload])
})

test('a worker that died in the middle keeps nobody from looking after mailboxes', async () => {
  await db.pool.query(`insert into pgboss.job (name, state, started_on, policy)
    values ('look-after-mailboxes', 'active', now(), (select policy from pgboss.queue where name = 'look-after-mailboxes'))`)
  await db.asService((tx) => jobs.enqueue(tx, 'look-after-mailboxes', {}))
  await jobs.drain()
  expect(ran).toEqual([['look-after-mailboxes', {}]])
})

test('the queue answers when it is asked', async () => {
  await expect(jobs.ping()).resolves.toBeUndefined()
})
