import { setTimeout as delay } from 'node:timers/promises'
import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { graphOf } from './lib/graph.ts'
import { deliver, createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, listSorted } from './lib/queries.ts'
import { measurement, percentile, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { waitUntil } from './lib/wait-until.ts'

const mailboxCount = 4
const warmUpMails = 25
const mails = 100
/** 20 messages per second. */
const everyMs = 50

/**
 * Time from delivery to move, compared with one read of a message: of lone messages, each of which arrives once the one
 * before is sorted, and at a steady rate.
 */
export async function latency(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++)
    mailboxes.push(await createMailbox(stage, { realTime: true, hasLargeModel: true }))
  const floor = await roundTrips(stage, mailboxes)
  await using workers = new AsyncDisposableStack()
  workers.use(await stage.startWorker())
  await deliverAll(stage, mailboxes, warmUpMails, everyMs)
  const steady = await deliverAll(stage, mailboxes, mails, everyMs)
  const alone = await deliverAll(stage, mailboxes, mails, null)
  const rows = (what: string, waits: number[]): Measurement[] =>
    [50, 99].map((part) =>
      measurement(`${what}, p${part}`, 'ms', percentile(waits, part / 100), percentile(floor, part / 100), {
        note: 'floor: one read of a message',
      }),
    )
  return [...rows('lone email', alone), ...rows('20 emails per second', steady)]
}

/**
 * Delivers messages to the mailboxes in turn.
 * @param paceMs null: each message once the one before is sorted
 * @returns the time from delivery to move of each
 */
async function deliverAll(
  stage: BenchApp,
  mailboxes: BenchMailbox[],
  count: number,
  paceMs: number | null,
): Promise<number[]> {
  const { db } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  const before = await countFinished(db, ids)
  const sorted = (n: number) => async (): Promise<boolean> => (await countFinished(db, ids)) >= before + n
  const deliveries = new Map<string, number>()
  for (let n = 0; n < count; n++) {
    const to = mailboxes[n % mailboxes.length]
    if (!to) continue
    const at = Date.now()
    deliveries.set(await deliver(stage, to.email, 1000 + n), at)
    if (paceMs === null) await waitUntil('Sorting a message', sorted(n + 1))
    else await delay(Math.max(0, at + paceMs - Date.now()))
  }
  await waitUntil('Sorting all messages', sorted(count))
  const waits = (await listSorted(db, ids)).flatMap(({ messageId, movedAt }) => {
    const at = deliveries.get(messageId)
    return at !== undefined && movedAt ? [movedAt.getTime() - at] : []
  })
  if (waits.length < count * 0.9) throw new Error(`Only ${waits.length} of ${count} messages were moved`)
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
