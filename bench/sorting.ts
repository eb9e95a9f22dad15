import { once } from 'node:events'
import { startProgram, type Running } from '../scripts/lib/child-processes.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { sortByFloor, startWorkers, type Sorted } from './lib/measure-sorting.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { rounds, scaled } from './lib/scale.ts'

const mailboxCount = 8
const messagesPerMailbox = scaled(100)
const warmUpMessages = scaled(25)
const workerCounts = [1, 2, 4]

/**
 * Messages sorted per second, from the `inbox_events` table into their folder, compared with a program that makes the
 * same Graph calls and the minimal SQL. The rounds are interleaved, so that other load on this machine affects all
 * alike; CPU time per message depends on it least.
 */
export async function sorting(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const makeMany = async (options: { realTime: boolean; hasLargeModel?: boolean }): Promise<BenchMailbox[]> => {
    const made: BenchMailbox[] = []
    for (let n = 0; n < mailboxCount; n++) made.push(await createMailbox(stage, options))
    return made
  }
  const untouched = await makeMany({ realTime: false })
  const sorted = await makeMany({ realTime: true, hasLargeModel: true })
  await using floorProgram = await startFloor(stage)
  await using secondFloorProgram = await startFloor(stage)
  const both = [floorProgram, secondFloorProgram]
  await sortByFloor(stage, both, untouched, warmUpMessages)
  const floors: Sorted[] = []
  const floorsOfTwo: Sorted[] = []
  const ofOneUser: Sorted[] = []
  const byWorkers = new Map<number, Sorted[]>(workerCounts.map((count) => [count, []]))
  for (let round = 0; round < rounds; round++) {
    floors.push(await sortByFloor(stage, [floorProgram], untouched, messagesPerMailbox))
    floorsOfTwo.push(await sortByFloor(stage, both, untouched, messagesPerMailbox))
    for (const [count, results] of byWorkers) {
      await using workers = await startWorkers(stage, count, sorted)
      results.push(await workers.sort(sorted, messagesPerMailbox))
      if (count === 1) ofOneUser.push(await workers.sort(sorted.slice(0, 1), messagesPerMailbox))
    }
  }
  const one = byWorkers.get(1) ?? []
  return [
    ...[...byWorkers].map(([count, results]) =>
      measurementOfRounds(`sorted, ${count} workers`, 'per second', rates(results), rates(floors), shares(results)),
    ),
    measurementOfRounds(
      'one user, 1 worker',
      'per second',
      rates(ofOneUser),
      rates(one),
      `floor: ${mailboxCount} users`,
    ),
    measurementOfRounds('worker, CPU per email', 'ms', workerMs(one), workerMs(floors)),
    measurementOfRounds('database, CPU per email', 'ms', databaseMs(one), databaseMs(floors)),
    // What two processes cost more on this machine, whatever they do.
    measurementOfRounds('2 floors, CPU per email', 'ms', workerMs(floorsOfTwo), workerMs(floors), 'floor: 1 floor'),
    ...[...byWorkers].flatMap(([count, results]) =>
      count === 1
        ? []
        : [
            measurementOfRounds(
              `${count} workers, CPU per email`,
              'ms',
              workerMs(results),
              workerMs(one),
              'floor: 1 worker',
            ),
          ],
    ),
  ]
}

async function startFloor({ owner }: BenchApp): Promise<Running> {
  const program = startProgram('bench/programs/sorting-floor.ts', { FLOOR_DATABASE: JSON.stringify(owner) })
  await once(program.child, 'message')
  return program
}

const rates = (list: Sorted[]): number[] => list.map(({ perSecond }) => perSecond)
const workerMs = (list: Sorted[]): number[] => list.map((one) => one.workerMs)
const databaseMs = (list: Sorted[]): number[] => list.map((one) => one.databaseMs)

/** The smallest and the largest share of a worker in the work, over all rounds. */
function shares(list: Sorted[]): string {
  const all = list.flatMap(({ workers }) => {
    const sum = workers.reduce((total, ms) => total + ms, 0)
    return workers.map((ms) => Math.round((100 * ms) / sum))
  })
  return `share of a worker ${Math.min(...all)} to ${Math.max(...all)} %`
}
