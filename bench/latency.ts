import { setTimeout as delay } from 'node:timers/promises'
import { accessTokenOf } from '../test/kit/outlook.ts'
import { graphOf } from './lib/graph.ts'
import { deliver, createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, listSorted } from './lib/queries.ts'
import { measurementOfRounds, percentile, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { rounds, scaled } from './lib/scale.ts'
import { waitUntil } from './lib/wait-until.ts'

const mailboxCount = 4
const warmUpMails = scaled(100)
const mails = scaled(300)
/** Long enough that a message is sorted before the next one arrives. */
const loneMs = 250
/** 20 messages per second. */
const steadyMs = 50

/**
 * Time from delivery to move, compared with one read of a message: of lone messages, and at a steady rate. The times
 * are read from the rows afterwards, so that nothing else asks the database meanwhile.
 */
export async function latency(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++)
    mailboxes.push(await createMailbox(stage, { realTime: true, hasLargeModel: true }))
  await using workers = new AsyncDisposableStack()
  workers.use(await stage.startWorker())
  await deliverAll(stage, mailboxes, warmUpMails, steadyMs)
  const [floor, alone, steady]: [number[][], number[][], number[][]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    floor.push(await roundTrips(stage, mailboxes))
    alone.push(await deliverAll(stage, mailboxes, mails, loneMs))
    steady.push(await deliverAll(stage, mailboxes, mails, steadyMs))
  }
  const note = `${mails} emails a round; floor: one read of a message`
  const rows = (what: string, waits: number[][]): Measurement[] =>
    [50, 95, 99].map((part) => {
      const at = (round: number[]): number => percentile(round, part / 100)
      return measurementOfRounds(`${what}, p${part}`, 'ms', waits.map(at), floor.map(at), note)
    })
  return [...rows('lone email', alone), ...rows('20 emails per second', steady)]
}

/**
 * Delivers messages to the mailboxes in turn, one at each interval.
 * @returns the time from delivery to move of each
 */
async function deliverAll(
  stage: BenchApp,
  mailboxes: BenchMailbox[],
  count: number,
  everyMs: number,
): Promise<number[]> {
  const { db } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  const before = await countFinished(db, ids)
  const deliveries = new Map<string, number>()
  for (let n = 0; n < count; n++) {
    const to = mailboxes[n % mailboxes.length]
    if (!to) continue
    const at = Date.now()
    deliveries.set(await deliver(stage, to.email, 1000 + n), at)
    await delay(Math.max(0, at + everyMs - Date.now()))
  }
  await waitUntil('Sorting all messages', async () => (await countFinished(db, ids)) >= before + count, 250)
  const waits = (await listSorted(db, ids)).flatMap(({ messageId, movedAt }) => {
    const at = deliveries.get(messageId)
    return at !== undefined && movedAt ? [movedAt.getTime() - at] : []
  })
  if (waits.length < count) throw new Error(`Only ${waits.length} of ${count} messages were moved`)
  return waits
}

async function roundTrips(stage: BenchApp, [mailbox]: BenchMailbox[]): Promise<number[]> {
  if (!mailbox) return []
  const graph = graphOf(stage, await accessTokenOf(stage.ctx, mailbox.mailboxId))
  const id = await deliver(stage, mailbox.email, 0, 'Archive')
  const millis: number[] = []
  for (let n = 0; n < mails; n++) {
    const sent = performance.now()
    await graph.call(`/me/messages/${id}`)
    millis.push(performance.now() - sent)
  }
  return millis
}
