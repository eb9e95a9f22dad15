import { setTimeout as delay } from 'node:timers/promises'
import { startBenchApp } from './lib/bench-app.ts'
import { cpuTimeOf } from './lib/cpu-time.ts'
import { measurement, type Measurement } from './lib/report.ts'

const warmUpMs = 20_000
const measuredMs = 60_000

/** CPU time of a worker without work, and of the database that it asks for some, in per cent of a core. */
export async function idle(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const database = async (): Promise<number> => {
    const before = await stage.databaseCpuTime()
    await delay(measuredMs)
    return (await stage.databaseCpuTime()) - before
  }
  const withoutWorker = await database()
  await using workers = new AsyncDisposableStack()
  const { child } = workers.use(await stage.startWorker())
  await delay(warmUpMs)
  const before = await cpuTimeOf(child.pid ?? 0)
  const withWorker = await database()
  const worker = (await cpuTimeOf(child.pid ?? 0)) - before
  const share = (ms: number): number => (100 * ms) / measuredMs
  return [
    measurement('worker', '% of a core', share(worker), null, { budget: 1 }),
    measurement('database', '% of a core', share(withWorker), share(withoutWorker), {
      note: 'floor: without a worker',
    }),
  ]
}
