import { setTimeout as delay } from 'node:timers/promises'
import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { deliver, makeMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { endedCount, sortedOf } from './lib/queries.ts'
import { measured, percentile, type Measurement } from './lib/report.ts'
import { openStage, type Stage } from './lib/stage.ts'
import { until } from './lib/until.ts'
import { graphOf } from './sorting.ts'

const mailboxCount = 4
const mails = 100
const everyMs = 80

/** How long a mail that arrives stands in the inbox, at a steady pace, against one round trip to the sandbox. */
export async function latency(): Promise<Measurement[]> {
  await using stage = await openStage()
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++) mailboxes.push(await makeMailbox(stage, { realTime: true }))
  const floor = await roundTrips(stage, mailboxes)
  await using workers = new AsyncDisposableStack()
  workers.use(await stage.startWorker())
  const arrived = await atSteadyPace(stage, mailboxes)

  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await until('all mail', async () => (await endedCount(stage.ctx.db, ids)) >= mails)
  const waits = (await sortedOf(stage.ctx.db, ids)).flatMap(({ messageId, movedAt }) => {
    const at = arrived.get(messageId)
    return at !== undefined && movedAt ? [movedAt.getTime() - at] : []
  })
  if (waits.length < mails * 0.9) throw new Error(`Only ${waits.length} of ${mails} mails were moved`)
  return [
    measured('delivered to moved, p50', 'ms', percentile(waits, 0.5), percentile(floor, 0.5), {
      note: 'floor: one read of a mail',
    }),
    measured('delivered to moved, p99', 'ms', percentile(waits, 0.99), percentile(floor, 0.99)),
  ]
}

/** @returns when each mail was there, by its id */
async function atSteadyPace(stage: Stage, mailboxes: BenchMailbox[]): Promise<Map<string, number>> {
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

async function roundTrips(stage: Stage, [mailbox]: BenchMailbox[]): Promise<number[]> {
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
