import { faultsOf } from './fault-kinds.ts'
import type { OutgoingCall } from './outgoing-calls.ts'
import type { Scenario } from './scenario.ts'

/** One fault at one call of a scenario. */
export interface Pair {
  scenario: Scenario
  call: OutgoingCall
  fault: string
  /** `once`: the call fails once. `lasting`: each time, until the fault is over. */
  mode: 'once' | 'lasting'
}

export const nameOf = ({ scenario, call, fault, mode }: Pair): string =>
  [scenario.name, call.id, fault, mode].join(' / ')

/** Runs one pair alone. */
export const commandOf = (pair: Pair): string => `npm run test:faults -- '${nameOf(pair)}'`

/**
 * An attachment's content may be any bytes (its `size` in Graph includes metadata): no client can notice a wrong one
 * that is the same each time. Where it is wrong once, the two reads differ.
 */
const modesOf = (call: OutgoingCall, fault: string): readonly Pair['mode'][] =>
  call.pattern.includes('\\$value') && faultsOf(call)[fault]?.hasOtherBody ? ['once'] : ['once', 'lasting']

/** Every fault at a call of the scenario that a client can notice. */
export const allPairs = (scenario: Scenario, call: OutgoingCall): Pair[] =>
  Object.keys(faultsOf(call)).flatMap((fault) =>
    modesOf(call, fault).map((mode): Pair => ({ scenario, call, fault, mode })),
  )

/** What the scenarios before have chosen. */
export interface Chosen {
  calls: Set<string>
  /** Services with a call that never ends. */
  services: Set<string>
}

/** @returns and claims the calls that no scenario before has made */
export function claimCalls(calls: readonly OutgoingCall[], { calls: claimed }: Chosen): OutgoingCall[] {
  const fresh = calls.filter(({ id }) => !claimed.has(id))
  for (const { id } of fresh) claimed.add(id)
  return fresh
}

/**
 * A part of the pairs that takes a minute: each call in one scenario with one fault. Of the calls that may change
 * something every other one has a lost response, the others have the faults in turn; one call of each service has a
 * response that never ends.
 */
export function choosePairs(scenario: Scenario, calls: readonly OutgoingCall[], chosen: Chosen): Pair[] {
  const before = chosen.calls.size
  return claimCalls(calls, chosen).map((call, index): Pair => {
    const position = (before + index + 1) * 5
    const fault = faultInTurn(call, chosen, position)
    const mayChange = call.method !== 'GET' && 'reset-after' in faultsOf(call)
    if (mayChange && position % 2 === 0) return { scenario, call, fault: 'reset-after', mode: 'once' }
    const mode = position % 3 === 0 ? modesOf(call, fault).at(-1) : 'once'
    return { scenario, call, fault, mode: mode ?? 'once' }
  })
}

function faultInTurn(call: OutgoingCall, { services }: Chosen, position: number): string {
  const faults = Object.entries(faultsOf(call))
  const isTimedOut = !services.has(call.service)
  if (isTimedOut) services.add(call.service)
  const inTurn = faults.filter(([, { isEndless = false }]) => isEndless === isTimedOut)
  const at = isTimedOut ? services.size : position
  return inTurn[at % inTurn.length]?.[0] ?? ''
}
