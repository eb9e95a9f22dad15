import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { ConnectionSettings } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { Events } from '../events.ts'
import { jobConcurrencyPerQueue, jobFetchBatchSize, jobShutdownTimeoutMs } from '../limits.ts'
import { jobNames, openBoss } from './boss.ts'
import type { Jobs } from './jobs.ts'
import { openQueueDatabase } from '../db/queue-database.ts'
import { findDueQueues, rescheduleEarlier } from './queries.ts'
import { queues, type JobName, type JobPayload } from './queues.ts'

/** Runs one job; `compose.ts` maps names to the modules' handlers. */
type RunJob = <N extends JobName>(name: N, payload: JobPayload<N>) => Promise<void>

export async function createJobs(parts: {
  server: ConnectionSettings
  db: Pick<Database, 'pool' | 'listen'>
  clock: Clock
  events: Events
  run: RunJob
  /** Polling interval of workers; five times longer while notifications of the database arrive. */
  pollSeconds?: number
}): Promise<Jobs> {
  const { db, clock, events, pollSeconds = 1 } = parts
  const onError = (error: Error): void => events.backgroundError({ part: 'jobs', error })
  const connections = openQueueDatabase(parts.server, { onError, listen: db.listen })
  const boss = openBoss(connections)
  boss.on('error', onError)
  await boss.start()

  const runOne: RunOne = async (name, job) => {
    try {
      await parts.run(name, queues[name].payload.parse(withoutNotBefore(job.data)))
    } catch (error) {
      events.jobFailed({ job: name, jobId: job.id, error })
      throw error
    }
  }

  return {
    ...createProducer(boss, clock),
    runDueJobs: () => runDueJobs(boss, runOne, () => findDueQueues(db.pool, clock.now())),
    async start() {
      await startWorkers(boss, runOne, pollSeconds)
      // Work that became due while no worker ran starts now, not at the next full minute.
      await boss.send('reconcile-mailboxes', {})
      await boss.send('catch-up-after-start', {})
    },
    async ping() {
      await boss.getQueue(jobNames[0] ?? '')
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, timeout: jobShutdownTimeoutMs })
      await connections[Symbol.asyncDispose]()
    },
  }
}

type RunOne = (name: JobName, job: Job<unknown>) => Promise<void>

const createProducer = (boss: PgBoss, clock: Clock): Pick<Jobs, 'enqueue' | 'enqueueAll'> => ({
  async enqueue(tx, name, payload, { after } = {}) {
    const queue = queues[name]
    const key = 'key' in queue ? keyOf(payload, queue.key) : null
    const wait = after ? Math.max(0, after.getTime() - clock.now().getTime()) : 0
    if (!after || wait === 0) {
      await boss.send(name, payload, { db: fromKysely(tx), ...(key === null ? {} : { singletonKey: key }) })
      return
    }
    // A separate key: a delayed job must not block one that is due now.
    const laterKey = key === null ? null : `${key}#later`
    const options = { db: fromKysely(tx), startAfter: Math.ceil(wait / 1000) }
    const data = { ...payload, notBefore: after.toISOString() }
    const sent = await boss.send(name, data, { ...options, ...(laterKey === null ? {} : { singletonKey: laterKey }) })
    if (sent === null && laterKey !== null) await rescheduleEarlier(tx, { name, key: laterKey, after, waitMs: wait })
  },
  async enqueueAll(tx, name, payloads, priority = () => 0) {
    const queue = queues[name]
    const jobs = payloads.map((data) => ({
      data,
      priority: priority(data),
      ...('key' in queue ? { singletonKey: keyOf(data, queue.key) } : {}),
    }))
    if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(tx) })
  },
})

async function startWorkers(boss: PgBoss, runOne: RunOne, pollSeconds: number): Promise<void> {
  const options = {
    localConcurrency: jobConcurrencyPerQueue,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: 5 * pollSeconds,
  }
  for (const name of jobNames) {
    await boss.work(name, options, async (jobs) => {
      for (const job of jobs) await runOne(name, job)
    })
  }
}

/**
 * Runs due jobs until none is left, then throws the first error. Fetches only from queues with due jobs, since a fetch
 * is expensive.
 */
async function runDueJobs(boss: PgBoss, runOne: RunOne, dueNow: () => Promise<ReadonlySet<string>>): Promise<void> {
  const failures: unknown[] = []
  for (let ran = 1; ran > 0; ) {
    ran = 0
    let due = await dueNow()
    for (const name of jobNames) {
      if (!due.has(name)) continue
      // A fetch of several jobs takes those of the highest priority, and returns them in no order.
      const jobs = await boss.fetch<unknown>(name, { batchSize: jobFetchBatchSize, includeMetadata: true })
      for (const job of jobs.toSorted((a, b) => b.priority - a.priority)) {
        ran++
        try {
          await runOne(name, job)
          await boss.complete(name, job.id)
        } catch (error) {
          failures.push(error)
          await boss.fail(name, job.id)
        }
      }
      // Jobs that these ones enqueued into later queues run in the same round.
      due = await dueNow()
    }
  }
  if (failures.length > 0) throw failures[0]
}

function keyOf(payload: object, key: string): string {
  const value: unknown = Reflect.get(payload, key)
  if (typeof value !== 'string') throw new Error(`A job's payload has no ${key}`)
  return value
}

function withoutNotBefore(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'notBefore'))
}
