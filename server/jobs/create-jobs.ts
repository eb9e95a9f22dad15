import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import type { Database } from '../db/database.ts'
import type { Events } from '../events.ts'
import { jobNames, openBoss } from './boss.ts'
import type { Jobs } from './jobs.ts'
import { openQueueDatabase } from '../db/queue-database.ts'
import { createJobDispatcher, type JobDispatcher } from './job-dispatcher.ts'
import { bringForwardDueJobs, findDueQueues, rescheduleEarlier } from './queries.ts'
import { queues, type JobName, type JobPayload } from './queues.ts'

/** Jobs of one queue that a node runs in parallel; they belong to different mailboxes, messages or users. */
export const jobConcurrencyPerQueue = 8
/** Time until a node finds a delayed job that has become due; other jobs are announced by the database. */
const jobPollIntervalMs = 1000
/** Jobs that one fetch of `runDueJobs()` returns. */
const jobFetchBatchSize = 20
/** Time for running jobs to finish at shutdown. */
const jobShutdownTimeoutMs = 10_000

/** Runs one job; `compose.ts` maps names to the modules' handlers. */
type RunJob = <N extends JobName>(name: N, payload: JobPayload<N>) => Promise<void>

export async function createJobs(parts: {
  server: ConnectionSettings
  db: Pick<Database, 'pool' | 'listen'>
  clock: Clock
  events: Events
  run: RunJob
  pollIntervalMs?: number
}): Promise<Jobs> {
  const { db, clock, events, pollIntervalMs = jobPollIntervalMs } = parts
  const onError = (error: unknown): void => events.backgroundError({ part: 'jobs', error })
  // pg-boss names the channel of its notifications when it starts. Only a node that runs jobs listens to it.
  let channel: string | null = null
  const connections = openQueueDatabase(parts.server, {
    onError,
    async listen(name) {
      channel = name
      return new AsyncDisposableStack()
    },
  })
  const boss = openBoss(connections)
  // pg-boss reports some errors as plain objects with the properties of an error.
  boss.on('error', (error) => onError(Object.assign(new Error(error.message), { stack: error.stack })))
  await boss.start()

  const runOne: RunOne = async (name, job) => {
    try {
      const payload = queues[name].payload.parse(withoutNotBefore(job.data))
      await withinSeconds(job.expireInSeconds, parts.run(name, payload))
    } catch (error) {
      events.jobFailed({ job: name, jobId: job.id, error })
      throw error
    }
  }
  const dispatcher = createDispatcher(boss, runOne, onError)
  const stopping = new AbortController()
  const listening = new AsyncDisposableStack()

  return {
    ...createProducer(boss, clock),
    runDueJobs: () => runDueJobs(boss, runOne, () => bringForwardDueJobs(db.pool, clock.now())),
    async start() {
      dispatcher.start()
      void pollQueues(dispatcher, () => findDueQueues(db.pool), { onError, pollIntervalMs, stopping: stopping.signal })
      const wakeAll = (): void => jobNames.forEach(dispatcher.wake)
      if (channel !== null)
        listening.use(await db.listen(channel, (name) => isJobName(name) && dispatcher.wake(name), wakeAll))
      // Jobs that were enqueued before were not announced to this node.
      wakeAll()
      // Work that became due while no worker ran starts now, not at the next full minute.
      await boss.send('reconcile-mailboxes', {})
      await boss.send('catch-up-after-start', {})
    },
    async ping() {
      await boss.getQueue(jobNames[0] ?? '')
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await listening.disposeAsync()
      await dispatcher.stop(jobShutdownTimeoutMs)
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
    const inOrder = jobs.toSorted((left, right) => (left.singletonKey ?? '').localeCompare(right.singletonKey ?? ''))
    if (jobs.length > 0) await boss.insert(name, inOrder, { db: fromKysely(tx) })
  },
})

function createDispatcher(boss: PgBoss, runOne: RunOne, onError: (error: unknown) => void): JobDispatcher<JobName> {
  return createJobDispatcher<JobName, Job<unknown>>({
    queues: jobNames,
    concurrency: jobConcurrencyPerQueue,
    onError,
    async claim(name) {
      const [job] = await boss.fetch<unknown>(name)
      return job ?? null
    },
    // With its attempt, `job` settles only what this node has claimed.
    async run(name, job) {
      const isDone = await runOne(name, job).then(
        () => true,
        () => false,
      )
      if (isDone) await boss.complete(name, job)
      else await boss.fail(name, job)
    },
    async abandon(name, job) {
      await boss.fail(name, job)
    },
  })
}

/** A job that takes longer runs again elsewhere, and must not occupy this node. */
async function withinSeconds(seconds: number, work: Promise<void>): Promise<void> {
  const ended = new AbortController()
  const expiry = delay(seconds * 1000, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`The job has run for ${seconds} seconds`)
  })
  try {
    await Promise.race([work, expiry])
  } finally {
    ended.abort()
  }
}

/** Finds jobs whose start time has come, and those whose notification was lost. */
async function pollQueues(
  dispatcher: JobDispatcher<JobName>,
  findDue: () => Promise<string[]>,
  options: { onError: (error: unknown) => void; pollIntervalMs: number; stopping: AbortSignal },
): Promise<void> {
  const { onError, pollIntervalMs, stopping } = options
  const pause = (): Promise<unknown> => delay(pollIntervalMs, undefined, { signal: stopping }).catch(() => undefined)
  for (await pause(); !stopping.aborted; await pause()) {
    try {
      for (const name of await findDue()) if (isJobName(name)) dispatcher.wake(name)
    } catch (error) {
      onError(error)
    }
  }
}

const isJobName = (name: string): name is JobName => Object.hasOwn(queues, name)

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
