import { z } from 'zod'
import type { OutgoingCall } from './outgoing-calls.ts'
import { allPairs, choosePairs, claimCalls, nameOf, type Chosen, type Pair } from './pairs.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/** What `npm run test:faults` runs; null in `npm run test:long`, which runs a part. */
export type Selection = z.infer<typeof Selection>
const Selection = z.object({
  /** The beginning of the names of the pairs; empty for all. */
  beginning: z.string(),
  /** The first scenario whose pairs are run; empty for all. */
  from: z.string(),
  /** Each call in each scenario that makes it, and not only in the first one. */
  isEverywhere: z.boolean(),
  /** Empty for all kinds. */
  faults: z.array(z.string()),
  /** `[1, 4]`: the first quarter of the calls. */
  part: z.tuple([z.int(), z.int()]),
  isListed: z.boolean(),
})

export const selectionVariable = 'FAULT_SELECTION'

export function readSelection(): Selection | null {
  const text = process.env[selectionVariable]
  return text === undefined ? null : Selection.parse(JSON.parse(text))
}

/** All scenarios and kinds of fault: in a narrow selection many pairs may be of calls that a fault avoids. */
export const isWhole = ({ beginning, faults, isListed }: Selection): boolean =>
  beginning === '' && faults.length === 0 && !isListed

export function isScenarioSelected(selection: Selection | null, { name }: Scenario): boolean {
  const beginning = selection?.beginning ?? ''
  return name.startsWith(beginning) || beginning.startsWith(`${name} / `)
}

export function selectPairs(
  selection: Selection | null,
  scenario: Scenario,
  calls: readonly OutgoingCall[],
  chosen: Chosen,
): Pair[] {
  if (selection === null) return choosePairs(scenario, calls, chosen)
  const { beginning, from, isEverywhere, faults, part } = selection
  const before = chosen.calls.size
  const own = claimCalls(calls, chosen)
  if (scenarios.indexOf(scenario) < scenarios.findIndex(({ name }) => name === from)) return []
  const [number, count] = part
  return (isEverywhere || beginning !== '' ? calls : own)
    .filter((_, index) => (before + index) % count === number - 1)
    .flatMap((call) => allPairs(scenario, call))
    .filter((pair) => nameOf(pair).startsWith(beginning) && (faults.length === 0 || faults.includes(pair.fault)))
}
