import { z } from 'zod'
import { jobNames } from '../../server/jobs/boss.ts'
import { queues } from '../../server/jobs/queues.ts'
import type { App } from '../kit/start-app.ts'
import { faultsOf, type FaultKind } from './fault-kinds.ts'
import { distinctCalls, emptyJournal, journal, type JournalEntry, type OutgoingCall } from './outgoing-calls.ts'
import { isRefused, type Attempt, type Outcome, type Scenario, type StartedScenario } from './scenario.ts'

/** One fault at one call of a scenario. */
export interface Pair {
  scenario: Scenario
  call: OutgoingCall
  fault: string
  /** `once`: the call fails once. `lasting`: each time, until the fault is over. */
  mode: 'once' | 'lasting'
}

/** Pauses between the rounds of background work: most work ends in the first ones. */
const pauses = {
  once: ['1 min', '5 min', '15 min', '30 min', '2 hours', '4 hours', '8 hours', '8 hours'],
  lasting: ['1 min', '10 min', '30 min', '3 hours'],
  recovery: ['1 min', '20 min', '1 hour', '9 hours', '9 hours'],
}
/** Calls of one kind that may fail in one round: a client's own retries, and those of work that shares the call. */
const maxFailuresPerRound = 6
/**
 * Calls that were sent before the response that requests a wait, and what the user repeats at once: such calls are made
 * in any case.
 */
const exemptMs = { background: 250, request: 30_000 }

export interface Bench {
  app: App
  /** Errors that no provider explains, since it was last called. */
  takeErrors: () => string[]
}

/**
 * Runs a pair and applies rules that hold for each of them.
 * @returns the violated rules; `not met` where the call was not made, as some calls are made from time to time
 */
export async function runPair(
  bench: Bench,
  started: StartedScenario,
  pair: Pair,
  n: number,
): Promise<string[] | 'not met'> {
  const { app } = bench
  const { scenario, call, mode } = pair
  const fault = faultsOf(call)[pair.fault]
  if (!fault) throw new Error(`There is no fault ${pair.fault} of ${call.service}`)
  await restoreHealth(bench, started)
  await started.prepare?.(n)
  await setFaults(app, scenario, { pair, fault })
  await emptyJournal(app)
  const attempt = await begin(scenario, started, n)
  const violations = await drain(bench, attempt, pauses[mode])
  const seen = await journal(app)
  const failures = await countFailures(app)
  if (failures === 0) return 'not met'
  violations.push(...checkCalls(pair, fault, { seen, failures }))
  violations.push(...checkRefusal(scenario, fault, await attempt.outcome()))
  await app.control('DELETE', '/control/faults')
  await started.signInAgain()
  violations.push(...(await recover(bench, attempt)))
  return [...new Set(violations)]
}

/** Where a fault of the scenario itself has refused the request, the user repeats it. */
async function begin({ priorFaults }: Scenario, started: StartedScenario, n: number): Promise<Attempt> {
  const attempt = await started.begin(n)
  if (priorFaults && isRefused(await attempt.outcome())) await attempt.retry()
  return attempt
}

/** What the page says for a defect of ours, and for errors that no one has thought of. */
const unclear: ReadonlySet<string> = new Set(['internal', 'no reason', 'nothing'])

function checkRefusal(
  { kind, acceptedRefusals = [] }: Scenario,
  { isTemporary }: FaultKind,
  outcome: Outcome,
): string[] {
  if (!isRefused(outcome)) return []
  if (unclear.has(outcome.refused)) return [`The user is not told what to do: ${outcome.refused}`]
  const isAccepted = kind === 'request' || !isTemporary || acceptedRefusals.includes(outcome.refused)
  return !isAccepted ? [`A temporary fault ended as ${outcome.refused}`] : []
}

/** Ends all faults and what they left behind in the accounts, so that each pair is independent of the one before. */
export async function restoreHealth({ app, takeErrors }: Bench, started?: StartedScenario): Promise<void> {
  await app.control('DELETE', '/control/faults')
  const healthy = { consecutive_failures: 0, paused_until: '-infinity', probe_claimed_until: null }
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('app.provider_outages').execute()
    await tx
      .updateTable('app.mailbox_sync_states')
      .set({ ...healthy, subscription_failures: 0, subscription_retry_at: '-infinity' })
      .execute()
    await tx.updateTable('app.service_connections').set(healthy).execute()
  })
  // Limits of requests per minute are no part of any scenario.
  await app.advance('1 min')
  await started?.signInAgain()
  takeErrors()
}

async function setFaults(app: App, scenario: Scenario, tested?: { pair: Pair; fault: FaultKind }): Promise<void> {
  const rules: object[] = [...(scenario.priorFaults ?? [])]
  if (tested) {
    const { call, mode } = tested.pair
    const { service, method, pattern: path, skip } = call
    const times = mode === 'once' ? { times: 1 } : {}
    rules.unshift({ id: 'tested', service, method, path, skip, ...times, ...tested.fault.rule })
  }
  await app.control('PUT', '/control/faults', rules)
}

/** Runs background work in rounds. @returns the violated rules */
async function drain({ app, takeErrors }: Bench, attempt: Attempt, durations: readonly string[]): Promise<string[]> {
  const violations: string[] = []
  for (const pause of durations) {
    await runBackgroundWork(app)
    violations.push(...takeErrors(), ...findDoubledEffects(attempt, await attempt.effects()))
    if ((await attempt.outcome()) !== 'waiting') break
    await app.advance(pause)
  }
  return violations
}

/** The scheduled work that continues what others have left. */
const periodicJobs = jobNames.filter((name) => {
  const queue = queues[name]
  return 'cron' in queue && (queue.cron === '* * * * *' || name === 'reconcile-connections')
})

export async function runBackgroundWork(app: App): Promise<void> {
  await app.ctx.db.asService(async (tx) => {
    for (const name of periodicJobs) await app.ctx.jobs.enqueueAll(tx, name, [{}])
  })
  // Errors of jobs are reported as events.
  await app.runDueJobs().catch(() => undefined)
}

function findDoubledEffects({ expected }: Attempt, effects: readonly string[]): string[] {
  return [...new Set(effects)].flatMap((effect) => {
    const count = effects.filter((one) => one === effect).length
    const allowed = expected.filter((one) => one === effect).length
    return count > allowed ? [`${count} times ${effect}, and not ${allowed}`] : []
  })
}

const Faults = z.array(z.object({ id: z.string(), used: z.number() }))

/** How often the tested fault has happened; one that is used up is no longer listed. */
const countFailures = async (app: App): Promise<number> =>
  Faults.parse(await app.control('GET', '/control/faults')).find(({ id }) => id === 'tested')?.used ?? 1

/** Runs the scenario without a tested fault. @returns its calls @throws where it does not end as it should */
export async function recordCalls(bench: Bench, scenario: Scenario, started: StartedScenario, n = 0) {
  const { app } = bench
  await restoreHealth(bench, started)
  await started.prepare?.(n)
  await setFaults(app, scenario)
  await emptyJournal(app)
  const attempt = await begin(scenario, started, n)
  const violations = await drain(bench, attempt, pauses.recovery)
  const calls = distinctCalls(await journal(app))
  violations.push(...(await checkEnd(attempt)))
  if (violations.length > 0) throw new Error(`Without a fault, ${scenario.name} fails:\n${violations.join('\n')}`)
  return calls
}

function checkCalls(
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

/** After the fault is over: the work is done automatically, or after the user has done what the error says. */
async function recover(bench: Bench, attempt: Attempt): Promise<string[]> {
  const violations = await drain(bench, attempt, pauses.recovery)
  const first = await attempt.outcome()
  if (isRefused(first)) {
    if (first.isFinal) return violations
    await bench.app.advance('1 min')
    await attempt.retry()
    violations.push(...(await drain(bench, attempt, pauses.recovery)))
  }
  return [...violations, ...(await checkEnd(attempt))]
}

async function checkEnd(attempt: Attempt): Promise<string[]> {
  const outcome = await attempt.outcome()
  if (outcome === 'waiting') return ['It still waits long after the fault']
  if (isRefused(outcome)) return [`It was refused without a fault: ${outcome.refused}`]
  const effects = (await attempt.effects()).toSorted()
  const expected = [...attempt.expected].toSorted()
  if (effects.join() === expected.join()) return []
  return [`It is done, with the effects [${effects.join()}] and not [${expected.join()}]`]
}
