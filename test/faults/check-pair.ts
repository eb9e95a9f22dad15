import type { FaultKind } from './fault-kinds.ts'
import type { JournalEntry } from './outgoing-calls.ts'
import type { Pair } from './pairs.ts'
import { pauses } from './pauses.ts'
import { isRefused, type Attempt, type Outcome, type Scenario } from './scenario.ts'

/** Calls of one kind that may fail in one round: a client's own retries, and those of work that shares the call. */
const maxFailuresPerRound = 6
/**
 * Calls that were sent before the response that requests a wait, and what the user repeats at once: such calls are made
 * in any case.
 */
const exemptMs = { background: 250, request: 30_000 }

export function checkCalls(
  { scenario, call, mode }: Pair,
  { retryAfterSeconds }: FaultKind,
  { seen, failures }: { seen: readonly JournalEntry[]; failures: number },
): string[] {
  const violations: string[] = []
  const allowed = mode === 'once' ? 1 : pauses.lasting.length * maxFailuresPerRound
  if (failures > allowed) violations.push(`The failing call was made ${failures} times`)
  const first = seen.find((entry) => entry.faults.includes('tested'))
  if (retryAfterSeconds === undefined || !first) return violations
  const requested = Date.parse(first.at)
  for (const entry of seen) {
    const afterMs = Date.parse(entry.at) - requested
    const isSameAccount = entry.service === call.service && entry.mailbox === first.mailbox
    if (isSameAccount && afterMs > exemptMs[scenario.kind] && afterMs < retryAfterSeconds * 1000)
      violations.push(`${entry.method} ${entry.path} was called ${Math.round(afterMs / 1000)} s after the 429`)
  }
  return violations
}

/** What the page says for a defect of ours, and for errors that no one has thought of. */
const unclear: ReadonlySet<string> = new Set(['internal', 'no reason', 'nothing'])

export function checkRefusal(
  { kind, acceptedRefusals = [] }: Scenario,
  { isTemporary }: FaultKind,
  outcome: Outcome,
): string[] {
  if (!isRefused(outcome)) return []
  if (unclear.has(outcome.refused)) return [`The user is not told what to do: ${outcome.refused}`]
  const isAccepted = kind === 'request' || !isTemporary || acceptedRefusals.includes(outcome.refused)
  return !isAccepted ? [`A temporary fault ended as ${outcome.refused}`] : []
}

export function findDoubledEffects({ expected, replaced = [] }: Attempt, effects: readonly string[]): string[] {
  return [...new Set(effects)].flatMap((effect) => {
    const count = effects.filter((one) => one === effect).length
    const allowed = [...expected, ...replaced].filter((one) => one === effect).length
    return count > allowed ? [`${count} times ${effect}, and not ${allowed}`] : []
  })
}

export async function checkEnd(attempt: Attempt): Promise<string[]> {
  const outcome = await attempt.outcome()
  if (outcome === 'waiting') return ['It still waits long after the fault']
  if (isRefused(outcome)) return [`It was refused without a fault: ${outcome.refused}`]
  const effects = (await attempt.effects()).toSorted()
  const expected = [...attempt.expected].toSorted()
  if (effects.join() === expected.join()) return []
  return [`It is done, with the effects [${effects.join()}] and not [${expected.join()}]`]
}
