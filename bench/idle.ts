import { setTimeout as delay } from 'node:timers/promises'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { cpuTimeOf } from './lib/cpu-time.ts'
import { connectIdleMailboxes } from './lib/mailboxes.ts'
import { countDueJobs, spreadDueTimes } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { rounds, scaled } from './lib/scale.ts'
import { waitUntil } from './lib/wait-until.ts'

const connectedMailboxes = scaled(1000)
const warmUpMs = scaled(20_000)
/** A whole minute: some jobs run once in it. */
const measuredMs = scaled(60_000)

interface IdleShares {
  worker: number
  database: number
}

/**
 * CPU time of a worker without email, and of the database that it asks for some, in per cent of a core: without a
 * mailbox, and with connected ones, which it asks for unannounced email, manual moves and sent email every 15 minutes,
 * and whose tokens it refreshes.
 */
export async function idle(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const withoutWorker = await measureRounds(stage, null)
  const withoutMailbox = await measureWorker(stage)
  await connectIdleMailboxes(stage, connectedMailboxes)
  const withMailboxes = await measureWorker(stage)
  const rows = (what: string, shares: IdleShares[]): Measurement[] => [
    measurementOfRounds(`worker, ${what}`, '% of a core', workerOf(shares), null, undefined, 1),
    measurementOfRounds(
      `database, ${what}`,
      '% of a core',
      databaseOf(shares),
      databaseOf(withoutWorker),
      'floor: without a worker',
    ),
  ]
  return [...rows('no mailbox', withoutMailbox), ...rows(`${connectedMailboxes} mailboxes`, withMailboxes)]
}

async function measureWorker(stage: BenchApp): Promise<IdleShares[]> {
  await using worker = await stage.startWorker({ profile: process.env['BENCH_PROFILES'] })
  await delay(warmUpMs)
  // A worker that starts asks all mailboxes at once.
  await waitUntil('The first jobs', async () => (await countDueJobs(stage.ctx.db)) === 0, 1000)
  await spreadDueTimes(stage.ctx.db)
  return await measureRounds(stage, worker.child.pid ?? 0)
}

async function measureRounds(stage: BenchApp, worker: number | null): Promise<IdleShares[]> {
  const read = async (): Promise<IdleShares> => ({
    worker: worker === null ? 0 : await cpuTimeOf(worker),
    database: await stage.databaseCpuTime(),
  })
  const shares: IdleShares[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await read()
    await delay(measuredMs)
    const after = await read()
    const share = (of: keyof IdleShares): number => (100 * (after[of] - before[of])) / measuredMs
    shares.push({ worker: share('worker'), database: share('database') })
  }
  return shares
}

const workerOf = (shares: IdleShares[]): number[] => shares.map(({ worker }) => worker)
const databaseOf = (shares: IdleShares[]): number[] => shares.map(({ database }) => database)
