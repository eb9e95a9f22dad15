import { setTimeout as delay } from 'node:timers/promises'
import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { deliver, createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, listSorted } from './lib/queries.ts'
import { measurement, percentile, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { waitUntil } from './lib/wait-until.ts'
import { graphOf } from './sorting.ts'

const mailboxCount = 4
const mails = 100
const everyMs = 80

/** Time from delivery to move at a steady rate, compared with one round trip to the sandbox. */
export async function latency(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++) mailboxes.push(await createMailbox(stage, { realTime: true }))
  const floor = await roundTrips(stage, mailboxes)
  await using workers = new AsyncDisposableStack()
  workers.use(await stage.startWorker())
  const arrived = await atSteadyPace(stage, mailboxes)

  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await waitUntil('Sorting all messages', async () => (await countFinished(stage.ctx.db, ids)) >= mails)
  const waits = (await listSorted(stage.ctx.db, ids)).flatMap(({ messageId, movedAt }) => {
    const at = arrived.get(messageId)
    return at !== undefined && movedAt ? [movedAt.getTime() - at] : []
  })
  if (waits.length < mails * 0.9) throw new Error(`Only ${waits.length} of ${mails} messages were moved`)
  return [
    measurement('delivered to moved, p50', 'ms', percentile(waits, 0.5), percentile(floor, 0.5), {
      note: 'floor: one read of a message',
    }),
    measurement('delivered to moved, p99', 'ms', percentile(waits, 0.99), percentile(floor, 0.99)),
  ]
}

/** @returns the delivery time (epoch milliseconds) of each message, by id */
async function atSteadyPace(stage: BenchApp, mailboxes: BenchMailbox[]): Promise<Map<string, number>> {
  const arrived = new Map<string, number>()
  for (let n = 0; n < mails; n++) {
    const to = mailboxes[n % mailboxes.length]
    if (!to) continue
    const at = Date.now()
    arrived.set(await deliver(stage, to.email, 1000 + n), at)
    await delay(Math.max(0, at + everyMs - Date.now()))
  }
  return arrived
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
