import { runSql } from '../test/kit/run-sql.ts'
import { startBenchApp } from './lib/bench-app.ts'
import { createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { startWorkers, type Sorted } from './lib/measure-sorting.ts'
import { addIdleMailboxes } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { rounds, scaled } from './lib/scale.ts'

const counts = [10, 1000, 100_000].map(scaled)
const busyMailboxes = 4
const messagesPerMailbox = scaled(100)

/**
 * Cost of an email while the database has more and more other mailboxes, which are connected and have nothing due
 * meanwhile: what the periodic work of mailboxes costs is measured by `idle`.
 */
export async function mailboxCount(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const busy: BenchMailbox[] = []
  for (let n = 0; n < busyMailboxes; n++) busy.push(await createMailbox(stage, { realTime: true, hasLargeModel: true }))
  // Before the other mailboxes exist: a worker that starts asks all of them for email.
  await using workers = await startWorkers(stage, 1, busy)
  // The first round has the compilation of the worker in it.
  await workers.sort(busy, messagesPerMailbox)
  const results: [count: number, rounds: Sorted[]][] = []
  for (const count of counts) {
    await addIdleMailboxes(stage.ctx.db, count - busyMailboxes)
    await runSql(stage.owner, 'vacuum analyze')
    const sorted: Sorted[] = []
    for (let round = 0; round < rounds; round++) sorted.push(await workers.sort(busy, messagesPerMailbox))
    results.push([count, sorted])
  }
  const floor = results[0]?.[1] ?? []
  const note = `floor: ${counts[0]} mailboxes`
  return results.flatMap(([count, sorted]) =>
    (['workerMs', 'databaseMs'] as const).map((ms) => {
      const what = `${count} mailboxes, ${ms === 'workerMs' ? 'worker' : 'database'}, CPU per email`
      const [values, floors] = [sorted, floor].map((list) => list.map((one) => one[ms]))
      return measurementOfRounds(what, 'ms', values ?? [], floors ?? [], note)
    }),
  )
}
