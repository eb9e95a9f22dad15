import { faultsOf } from './fault-kinds.ts'
import type { OutgoingCall } from './outgoing-calls.ts'
import type { Pair } from './run-pair.ts'
import type { Scenario } from './scenario.ts'

export const nameOf = ({ scenario, call, fault, mode }: Pair): string =>
  [scenario.name, call.id, fault, mode].join(' / ')

/** Runs one pair alone. */
export const commandOf = (pair: Pair): string => `npm run test:faults -- '${nameOf(pair)}'`

/** Every fault at every call of the scenario. */
export const allPairs = (scenario: Scenario, calls: readonly OutgoingCall[]): Pair[] =>
  calls.flatMap((call) =>
    Object.keys(faultsOf(call)).flatMap((fault) =>
      (['once', 'lasting'] as const).map((mode): Pair => ({ scenario, call, fault, mode })),
    ),
  )

/** Calls of the scenarios before. */
export type Chosen = Set<string>

/**
 * A part of the pairs that takes a minute: each call in one scenario with one of the faults in turn, and calls that may
 * change something also with a lost response.
 */
export function choosePairs(scenario: Scenario, calls: readonly OutgoingCall[], chosen: Chosen): Pair[] {
  return calls.flatMap((call): Pair[] => {
    if (chosen.has(call.id)) return []
    chosen.add(call.id)
    const faults = Object.keys(faultsOf(call))
    const position = chosen.size * 5
    const fault = faults[position % faults.length] ?? ''
    const inTurn: Pair = { scenario, call, fault, mode: position % 3 === 0 ? 'lasting' : 'once' }
    const mayChange = call.method !== 'GET' && 'reset-after' in faultsOf(call) && fault !== 'reset-after'
    return mayChange ? [inTurn, { scenario, call, fault: 'reset-after', mode: 'once' }] : [inTurn]
  })
}
