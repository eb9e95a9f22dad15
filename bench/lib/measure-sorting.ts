import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Running } from '../../scripts/lib/child-processes.ts'
import { slotIntervalMs } from '../../server/mail/access/slots/shared-mailbox-limiter.ts'
import { accessTokenOf } from '../../test/kit/outlook.ts'
import type { BenchApp } from './bench-app.ts'
import { cpuTimeOf } from './cpu-time.ts'
import { graphOf } from './graph.ts'
import { deliverMany, type BenchMailbox } from './mailboxes.ts'
import { countFinished, countWaitingEvents, dueNow, endPause, lastFinishedAt, pauseMailboxes } from './queries.ts'
import { scaled } from './scale.ts'
import { waitUntil } from './wait-until.ts'

const warmUpMessages = scaled(25)

/** What a measured batch cost. */
export interface Sorted {
  perSecond: number
  /** CPU time per message, in milliseconds. */
  workerMs: number
  databaseMs: number
  /** CPU time of each worker, in milliseconds. */
  workers: number[]
}

/** Workers on the same database; the caller disposes of them. */
interface Workers extends AsyncDisposable {
  /**
   * Sorts so many messages of each mailbox. The clock starts when all notifications are stored.
   * @param atStart runs just before
   */
  sort(mailboxes: BenchMailbox[], each: number, atStart?: () => Promise<void>): Promise<Sorted>
}

/** Starts workers, and warms each of them up with as many messages as one alone. */
export async function startWorkers(stage: BenchApp, count: number, mailboxes: BenchMailbox[]): Promise<Workers> {
  await using starting = new AsyncDisposableStack()
  const running: Running[] = []
  for (let n = 0; n < count; n++)
    running.push(starting.use(await stage.startWorker({ profile: process.env['BENCH_PROFILES'] })))
  const warmedUp = await finished(stage, mailboxes, count * warmUpMessages)
  await deliverMany(stage, mailboxes, count * warmUpMessages)
  await waitUntil('Sorting the warm-up messages', warmedUp)
  const started = starting.move()
  const pids = running.map(({ child }) => child.pid ?? 0)
  return {
    sort: (measured, each, atStart) => measureSorting(stage, { pids, mailboxes: measured, each, atStart }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** @returns whether so many more messages of each mailbox are finished */
async function finished(stage: BenchApp, mailboxes: BenchMailbox[], each: number): Promise<() => Promise<boolean>> {
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  const before = await countFinished(stage.ctx.db, ids)
  return async () => (await countFinished(stage.ctx.db, ids)) - before >= each * mailboxes.length
}

async function measureSorting(
  stage: BenchApp,
  {
    pids,
    mailboxes,
    each,
    atStart,
  }: { pids: number[]; mailboxes: BenchMailbox[]; each: number; atStart: (() => Promise<void>) | undefined },
): Promise<Sorted> {
  const { db } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  const total = mailboxes.length * each
  await pauseMailboxes(db, ids)
  await deliverMany(stage, mailboxes, each)
  await waitUntil('Receiving all notifications', async () => (await countWaitingEvents(db)) >= total)
  const allSorted = await finished(stage, mailboxes, each)
  await atStart?.()
  await endPause(db, ids)
  await delay(2 * slotIntervalMs)
  const cpu = cpuMeter(stage, pids)
  const before = await cpu()
  const begun = Date.now()
  await dueNow(stage.ctx, ids)
  // Rarely, since each look costs the database time. The rows say when the last message was finished.
  await waitUntil('Sorting all messages', allSorted, 250)
  const after = await cpu()
  const seconds = ((await lastFinishedAt(db, ids)).getTime() - begun) / 1000
  return perMessage(total, seconds, before, after)
}

interface CpuTimes {
  workers: number[]
  database: number
}

export const cpuMeter = (stage: BenchApp, pids: number[]) => async (): Promise<CpuTimes> => ({
  workers: await Promise.all(pids.map(cpuTimeOf)),
  database: await stage.databaseCpuTime(),
})

export function perMessage(messages: number, seconds: number, before: CpuTimes, after: CpuTimes): Sorted {
  const workers = after.workers.map((ms, index) => ms - (before.workers[index] ?? 0))
  return {
    perSecond: messages / seconds,
    workerMs: workers.reduce((sum, ms) => sum + ms, 0) / messages,
    databaseMs: (after.database - before.database) / messages,
    workers,
  }
}

const FloorResult = z.object({ seconds: z.number() })

/** The same by floor programs, which share the mailboxes out. */
export async function sortByFloor(
  stage: BenchApp,
  programs: readonly Running[],
  mailboxes: BenchMailbox[],
  each: number,
): Promise<Sorted> {
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
  const cpu = cpuMeter(
    stage,
    programs.map(({ child }) => child.pid ?? 0),
  )
  const before = await cpu()
  const answers = programs.map(async ({ child }, index) => {
    const answered = once(child, 'message')
    child.send(lanes.filter((_, lane) => lane % programs.length === index))
    const [answer] = await answered
    return FloorResult.parse(answer).seconds
  })
  const seconds = Math.max(...(await Promise.all(answers)))
  return perMessage(delivered.size, seconds, before, await cpu())
}
