import { callFunction, openProduct } from '../scripts/lib/product-client.ts'
import { startBenchApp } from './lib/bench-app.ts'
import { createMailbox, deliverMany } from './lib/mailboxes.ts'
import { cpuMeter, perMessage } from './lib/measure-sorting.ts'
import { countFinished } from './lib/queries.ts'
import { measurement, type Measurement } from './lib/report.ts'
import { waitUntil } from './lib/wait-until.ts'

/** `BENCH_BACKFILL` measures with fewer. */
const mails = Number(process.env['BENCH_BACKFILL'] ?? 10_000)

/** Sorts what was in an inbox before: one mailbox, one worker. */
export async function backfill(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const mailbox = await createMailbox(stage, { realTime: false, hasLargeModel: true, plan: 2 * mails })
  const { mailboxId, user } = mailbox
  await deliverMany(stage, [mailbox], mails)
  const product = await openProduct(stage.url)
  await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await using workers = new AsyncDisposableStack()
  const { child } = workers.use(await stage.startWorker({ profile: process.env['BENCH_PROFILES'] }))
  const cpu = cpuMeter(stage, [child.pid ?? 0])
  const before = await cpu()
  const begun = performance.now()
  await callFunction(product, user, 'sort-existing', { action: 'start', mailboxId, lastDays: null })
  await waitUntil('The backfill', async () => (await countFinished(stage.ctx.db, [mailboxId])) >= mails, 500, 3600)
  const seconds = (performance.now() - begun) / 1000
  const { perSecond, workerMs, databaseMs } = perMessage(mails, seconds, before, await cpu())
  return [
    measurement(`backfill of ${mails}`, 'per second', perSecond, null),
    measurement('worker, CPU per email', 'ms', workerMs, null),
    measurement('database, CPU per email', 'ms', databaseMs, null),
  ]
}
