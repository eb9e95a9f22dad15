import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { pino } from 'pino'
import { createTestDatabase } from '../../test/kit/database.ts'
import { TestClock } from '../../test/kit/test-clock.ts'
import { addMs, minutes } from '../clock.ts'
import { openDatabase } from '../db/database.ts'
import { createEvents } from '../events.ts'
import { createJobs } from './create-jobs.ts'
import { queues } from './queues.ts'

const clock = new TestClock()
const lines: string[] = []
const events = createEvents(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))

/** Jobs that ran, and the simulated behaviour of a run. */
let ran: [name: string, payload: object][] = []
let behaviour: (name: string) => Promise<void> = async () => undefined

const openJobs = (options: { pollIntervalMs?: number } = {}) =>
  createJobs({
    ...options,
    server: testDatabase.server,
    db,
    clock,
    events,
    async run(name, payload) {
      ran.push([name, payload])
      await behaviour(name)
    },
  })

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(
  openDatabase({ connection: testDatabase.server, onError: (error) => lines.push(error.message) }),
)
const jobs = await ofFile(openJobs())
beforeEach(async () => {
  behaviour = async () => undefined
  await db.pool.query('delete from pgboss.job')
  ran = []
})

const mailbox = () => ({ mailboxId: randomUUID() })
const enqueue = (payload: { mailboxId: string }, options?: { after: Date }) =>
  db.asService((tx) => jobs.enqueue(tx, 'drain-mailbox', payload, options))
const inMinutes = (n: number) => ({ after: addMs(clock.now(), minutes(n)) })

test('enqueues a job with the commit of its transaction', async () => {
  const payload = mailbox()
  await enqueue(payload)
  await jobs.runDueJobs()
  expect(ran).toEqual([['drain-mailbox', payload]])
  await jobs.runDueJobs()
  expect(ran).toHaveLength(1)
})

test('schedules every periodic job, and what ends retention periods once a day', async () => {
  const { rows } = await db.pool.query<{ name: string; cron: string }>('select name, cron from pgboss.schedule')
  const periodic = Object.entries(queues).flatMap(([name, queue]) => ('cron' in queue ? [name] : []))
  expect(rows.map(({ name }) => name).toSorted()).toEqual(periodic.toSorted())
  const daily = rows.filter(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron)).map(({ name }) => name)
  expect(daily).toEqual(expect.arrayContaining(['purge-expired-logs', 'purge-expired-account-data']))
})

test('enqueues no job where the transaction rolls back', async () => {
  await expect(
    db.asService(async (tx) => {
      await jobs.enqueue(tx, 'drain-mailbox', mailbox())
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await jobs.runDueJobs()
  expect(ran).toEqual([])
})

test('keeps one waiting job per mailbox', async () => {
  const [one, two] = [mailbox(), mailbox()]
  await Promise.all([one, one, two, one, two].map((payload) => enqueue(payload)))
  await db.asService(async (tx) => {
    await jobs.enqueue(tx, 'drain-mailbox', one)
    await jobs.enqueue(tx, 'drain-mailbox', one)
  })
  await jobs.runDueJobs()
  expect(ran.map(([, payload]) => payload)).toHaveLength(2)
})

test('enqueues many jobs in one statement with the same rules', async () => {
  const [one, two, three] = [mailbox(), mailbox(), mailbox()]
  await enqueue(one)
  await db.asService((tx) => jobs.enqueueAll(tx, 'drain-mailbox', [one, two, two]))
  await expect(
    db.asService(async (tx) => {
      await jobs.enqueueAll(tx, 'drain-mailbox', [three])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await db.asService((tx) => jobs.enqueueAll(tx, 'drain-mailbox', []))
  await jobs.runDueJobs()
  expect(ran.map(([, payload]) => payload)).toEqual(expect.arrayContaining([one, two]))
  expect(ran).toHaveLength(2)
})

test('calls with the same keys wait for each other, whatever their order', async () => {
  const [first, second] = [{ mailboxId: `0${randomUUID().slice(1)}` }, { mailboxId: `f${randomUUID().slice(1)}` }]
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  const isWaiting = async () => (await db.pool.query(waiting)).rowCount
  let reversed: Promise<void> | undefined
  await db.asService(async (tx) => {
    await jobs.enqueueAll(tx, 'drain-mailbox', [first])
    reversed = db.asService((other) => jobs.enqueueAll(other, 'drain-mailbox', [second, first]))
    await expect.poll(isWaiting, { interval: 10 }).toBe(1)
    await jobs.enqueueAll(tx, 'drain-mailbox', [second])
  })
  await reversed
  await jobs.runDueJobs()
  expect(ran.map(([, payload]) => payload)).toEqual(expect.arrayContaining([first, second]))
  expect(ran).toHaveLength(2)
})

test('runs a job again that was enqueued while it ran', async () => {
  const payload = mailbox()
  behaviour = async () => {
    if (ran.length === 1) await enqueue(payload)
  }
  await enqueue(payload)
  await jobs.runDueJobs()
  expect(ran).toHaveLength(2)
})

test('delays a job without blocking a due job of the same key', async () => {
  const payload = mailbox()
  await enqueue(payload, inMinutes(10))
  await jobs.runDueJobs()
  expect(ran).toEqual([])
  await enqueue(payload)
  await jobs.runDueJobs()
  expect(ran).toHaveLength(1)
  clock.advance('9 min')
  await jobs.runDueJobs()
  expect(ran).toHaveLength(1)
  clock.advance('2 min')
  await jobs.runDueJobs()
  expect(ran).toEqual([
    ['drain-mailbox', payload],
    ['drain-mailbox', payload],
  ])
})

test('starts a delayed job at the earliest of several times', async () => {
  const payload = mailbox()
  await enqueue(payload, inMinutes(15))
  await enqueue(payload, inMinutes(1))
  await enqueue(payload, inMinutes(20))
  clock.advance('2 min')
  await jobs.runDueJobs()
  expect(ran).toHaveLength(1)
})

test('starts a job with a past start time immediately', async () => {
  await enqueue(mailbox(), inMinutes(-1))
  await jobs.runDueJobs()
  expect(ran).toHaveLength(1)
})

test('logs and retries a failed job without blocking others', async () => {
  lines.length = 0
  const [bad, good] = [mailbox(), mailbox()]
  behaviour = async () => {
    if (ran.length === 1) throw new Error('not yet')
  }
  await enqueue(bad)
  await enqueue(good)
  await expect(jobs.runDueJobs()).rejects.toThrow('not yet')
  expect(ran).toHaveLength(2)
  expect(lines.filter((line) => line.includes('"job_failed"'))).toHaveLength(1)
  const retried = await db.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  expect(retried.rowCount).toBe(1)
  await jobs.runDueJobs()
  expect(ran[2]).toEqual(ran[0])
})

test('refuses a payload that does not match its queue', async () => {
  await db.pool.query(`insert into pgboss.job (name, data) values ('drain-mailbox', '{"mailboxId":"x"}')`)
  await expect(jobs.runDueJobs()).rejects.toThrow()
  expect(ran).toEqual([])
})

test('wakes workers by notification and reconciles mailboxes at the start', async () => {
  // Polling alone would find the job after an hour.
  await using workers = await openJobs({ pollIntervalMs: 3600_000 })
  await workers.start()
  await expect.poll(() => ran.map(([name]) => name)).toContain('reconcile-mailboxes')
  const payload = mailbox()
  await enqueue(payload)
  await expect.poll(() => ran).toContainEqual(['drain-mailbox', payload])
})

test('finds a job by polling whose notification was lost', async () => {
  await using workers = await openJobs({ pollIntervalMs: 20 })
  await workers.start()
  await expect.poll(() => ran.map(([name]) => name)).toContain('catch-up-after-start')
  const payload = mailbox()
  await db.pool.query(`insert into pgboss.job (name, data) values ('drain-mailbox', $1)`, [payload])
  await expect.poll(() => ran).toContainEqual(['drain-mailbox', payload])
})

test('runs a scheduled job while a crashed worker’s job is still active', async () => {
  await db.pool.query(`insert into pgboss.job (name, state, started_on, policy)
    select name, 'active', now(), policy from pgboss.queue where name = 'reconcile-mailboxes'`)
  await db.asService((tx) => jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await jobs.runDueJobs()
  expect(ran).toEqual([['reconcile-mailboxes', {}]])
})

test('responds to a ping', async () => {
  await expect(jobs.ping()).resolves.toBeUndefined()
})
