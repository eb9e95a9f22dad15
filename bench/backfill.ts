import { callFunction, openProduct } from '../scripts/lib/product-client.ts'
import { backfillMaxPerWindow } from '../server/sorting/backfill/backfill-queries.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { createMailbox, deliverMany } from './lib/mailboxes.ts'
import { cpuMeter, perMessage, type Sorted } from './lib/measure-sorting.ts'
import { countFinished } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { rounds as usualRounds, scaled } from './lib/scale.ts'
import { waitUntil } from './lib/wait-until.ts'

/** By default as many as are sorted without a pause. `BENCH_BACKFILL=10000` takes half an hour, most of it pauses. */
const mails = Number(process.env['BENCH_BACKFILL'] ?? scaled(backfillMaxPerWindow))
const rounds = mails > backfillMaxPerWindow ? 1 : usualRounds

/** Sorts what was in an inbox before: one mailbox a round, one worker. */
export async function backfill(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  await using worker = await stage.startWorker({ profile: process.env['BENCH_PROFILES'] })
  const results: Sorted[] = []
  for (let round = 0; round < rounds; round++) results.push(await sortInbox(stage, worker.child.pid ?? 0))
  const row = (what: string, unit: string, of: (one: Sorted) => number): Measurement =>
    measurementOfRounds(what, unit, results.map(of), null)
  return [
    row(`backfill of ${mails}`, 'per second', ({ perSecond }) => perSecond),
    row('worker, CPU per email', 'ms', ({ workerMs }) => workerMs),
    row('database, CPU per email', 'ms', ({ databaseMs }) => databaseMs),
  ]
}

async function sortInbox(stage: BenchApp, worker: number): Promise<Sorted> {
  const mailbox = await createMailbox(stage, { realTime: false, hasLargeModel: true, plan: 2 * mails })
  const { mailboxId, user } = mailbox
  await deliverMany(stage, [mailbox], mails)
  const product = await openProduct(stage.url)
  await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  const cpu = cpuMeter(stage, [worker])
  const before = await cpu()
  const begun = performance.now()
  await callFunction(product, user, 'sort-existing', { action: 'start', mailboxId, lastDays: null })
  await waitUntil('The backfill', async () => (await countFinished(stage.ctx.db, [mailboxId])) >= mails, 500, 3600)
  return perMessage(mails, (performance.now() - begun) / 1000, before, await cpu())
}
