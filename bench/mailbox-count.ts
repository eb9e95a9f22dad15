import { runSql } from '../test/kit/run-sql.ts'
import { startBenchApp } from './lib/bench-app.ts'
import { createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { startWorkers, type Sorted } from './lib/measure-sorting.ts'
import { addIdleMailboxes } from './lib/queries.ts'
import { measurement, type Measurement } from './lib/report.ts'

const counts = [10, 1000, 100_000]
const busyMailboxes = 4
const messagesPerMailbox = 100

/** Cost of an email while the database has more and more other mailboxes: their users have to sign in again. */
export async function mailboxCount(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const busy: BenchMailbox[] = []
  for (let n = 0; n < busyMailboxes; n++) busy.push(await createMailbox(stage, { realTime: true, hasLargeModel: true }))
  await using workers = await startWorkers(stage, 1, busy)
  const results = new Map<number, Sorted>()
  for (const count of counts) {
    await addIdleMailboxes(stage.ctx.db, count - busyMailboxes)
    await runSql(stage.owner, 'vacuum analyze')
    results.set(count, await workers.sort(busy, messagesPerMailbox))
  }
  const floor = results.get(counts[0] ?? 0)
  return [...results].flatMap(([count, { workerMs, databaseMs }]) => [
    measurement(`${count} mailboxes, worker, CPU per email`, 'ms', workerMs, floor?.workerMs ?? null),
    measurement(`${count} mailboxes, database, CPU per email`, 'ms', databaseMs, floor?.databaseMs ?? null),
  ])
}
