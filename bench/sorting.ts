import { once } from 'node:events'
import { z } from 'zod'
import { startProgram, type Running } from '../scripts/lib/child-processes.ts'
import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { cpuTimeOf } from './lib/cpu-time.ts'
import { deliverMany, createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, countWaitingEvents, lastFinishedAt, pauseMailboxes, resumeMailboxes } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { waitUntil } from './lib/wait-until.ts'

const mailboxCount = 4
const messagesPerMailbox = 100
const warmUpMessages = 25
const rounds = 3

/** What a measured batch cost. */
interface Sorted {
  perSecond: number
  /** CPU time per message, in milliseconds. */
  workerMs: number
  databaseMs: number
}

/**
 * Messages sorted per second, from the `inbox_events` table into their folder, compared with a program that makes the
 * same Graph calls and the minimal SQL. The rounds are interleaved, so that other load on this machine affects all
 * alike; CPU time per message depends on it least.
 */
export async function sorting(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const makeMany = async (realTime: boolean): Promise<BenchMailbox[]> => {
    const made: BenchMailbox[] = []
    for (let n = 0; n < mailboxCount; n++) made.push(await createMailbox(stage, { realTime, hasLargeModel: true }))
    return made
  }
  const untouched = await makeMany(false)
  const sorted = await makeMany(true)
  await using floorProgram = startProgram('bench/programs/sorting-floor.ts', {
    FLOOR_DATABASE: JSON.stringify(stage.owner),
  })
  await once(floorProgram.child, 'message')
  await floor(stage, floorProgram, untouched, warmUpMessages)
  const results: { floor: Sorted[]; one: Sorted[]; two: Sorted[] } = { floor: [], one: [], two: [] }
  for (let round = 0; round < rounds; round++) {
    results.floor.push(await floor(stage, floorProgram, untouched, messagesPerMailbox))
    results.one.push(await withWorkers(stage, sorted, 1))
    results.two.push(await withWorkers(stage, sorted, 2))
  }
  const rate = (list: Sorted[]): number[] => list.map(({ perSecond }) => perSecond)
  const of = (list: Sorted[], part: 'workerMs' | 'databaseMs'): number[] => list.map((one) => one[part])
  const mailboxes = `${mailboxCount} mailboxes`
  return [
    measurementOfRounds(`sorted, 1 worker, ${mailboxes}`, 'per second', rate(results.one), rate(results.floor)),
    measurementOfRounds(`sorted, 2 workers, ${mailboxes}`, 'per second', rate(results.two), rate(results.floor)),
    measurementOfRounds('worker, CPU per email', 'ms', of(results.one, 'workerMs'), of(results.floor, 'workerMs')),
    measurementOfRounds(
      'database, CPU per email',
      'ms',
      of(results.one, 'databaseMs'),
      of(results.floor, 'databaseMs'),
    ),
    measurementOfRounds(
      '2 workers, CPU per email',
      'ms',
      of(results.two, 'workerMs'),
      of(results.one, 'workerMs'),
      'floor: 1 worker',
    ),
  ]
}

/** The clock starts when the workers are warm and all notifications are stored. */
async function withWorkers(
  stage: BenchApp,
  mailboxes: BenchMailbox[],
  count: number,
  each = messagesPerMailbox,
): Promise<Sorted> {
  const { db, jobs } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await using workers = new AsyncDisposableStack()
  const running: Running[] = []
  for (let n = 0; n < count; n++)
    running.push(workers.use(await stage.startWorker({ profile: process.env['BENCH_PROFILES'] })))
  const sorted = async (mails: number): Promise<() => Promise<boolean>> => {
    const before = await countFinished(db, ids)
    return async () => (await countFinished(db, ids)) - before >= mails
  }
  const warmedUp = await sorted(mailboxes.length * warmUpMessages)
  await deliverMany(stage, mailboxes, warmUpMessages)
  await waitUntil('Sorting the warm-up messages', warmedUp)

  await pauseMailboxes(db)
  await deliverMany(stage, mailboxes, each)
  const total = mailboxes.length * each
  await waitUntil('Receiving all notifications', async () => (await countWaitingEvents(db)) >= total)
  const allSorted = await sorted(total)
  await resumeMailboxes(db)
  const cpu = cpuMeter(
    stage,
    running.map(({ child }) => child.pid ?? 0),
  )
  const before = await cpu()
  const begun = Date.now()
  await db.asService(async (tx) => {
    for (const mailboxId of ids) await jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  })
  // Rarely, since each look costs the database time. The rows say when the last message was finished.
  await waitUntil('Sorting all messages', allSorted, 250)
  const after = await cpu()
  const seconds = ((await lastFinishedAt(db, ids)).getTime() - begun) / 1000
  return perMessage(total, seconds, before, after)
}

interface CpuTimes {
  worker: number
  database: number
}

const cpuMeter = (stage: BenchApp, pids: number[]) => async (): Promise<CpuTimes> => {
  const times = await Promise.all(pids.map(cpuTimeOf))
  return { worker: times.reduce((sum, ms) => sum + ms, 0), database: await stage.databaseCpuTime() }
}

const perMessage = (messages: number, seconds: number, before: CpuTimes, after: CpuTimes): Sorted => ({
  perSecond: messages / seconds,
  workerMs: (after.worker - before.worker) / messages,
  databaseMs: (after.database - before.database) / messages,
})

const FloorResult = z.object({ seconds: z.number() })

async function floor(stage: BenchApp, program: Running, mailboxes: BenchMailbox[], each: number): Promise<Sorted> {
  const delivered = await deliverMany(stage, mailboxes, each)
  const lanes = await Promise.all(
    mailboxes.map(async ({ email, mailboxId }) => {
      const token = await accessTokenOf(stage.ctx, mailboxId)
      const graph = graphOf(stage, token)
      return {
        mailboxId,
        graphUrl: stage.ctx.config.microsoft?.graphUrl,
        token,
        ids: [...delivered].filter(([, to]) => to === email).map(([id]) => id),
        inboxId: await graph.folder('Inbox'),
        targetId: await graph.folder('Invoices'),
      }
    }),
  )
  const cpu = cpuMeter(stage, [program.child.pid ?? 0])
  const before = await cpu()
  const answered = once(program.child, 'message')
  program.child.send(lanes)
  const [answer] = await answered
  const { seconds } = FloorResult.parse(answer)
  return perMessage(delivered.size, seconds, before, await cpu())
}

export function graphOf({ ctx }: BenchApp, token: string) {
  const base = `${ctx.config.microsoft?.graphUrl}/v1.0`
  async function call(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'IdType="ImmutableId"',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(read).slice(0, 300)}`)
    return read
  }
  return {
    call,
    async folder(name: string): Promise<string> {
      const list = await call('/me/mailFolders?$top=100')
      const folders = typeof list === 'object' && list && 'value' in list && Array.isArray(list.value) ? list.value : []
      return String(folders.find((folder) => folder.displayName === name)?.id)
    },
  }
}
