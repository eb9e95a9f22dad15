import { sql } from 'kysely'
import { z } from 'zod'
import { jobNames } from '../../server/jobs/boss.ts'
import { queues } from '../../server/jobs/queues.ts'
import { withTimeLimitsUpTo } from '../../server/vendors/http/time-limit.ts'
import type { App } from '../kit/start-app.ts'
import { shortLimitMs, type Bench } from './bench.ts'
import { checkCalls, checkEnd, checkRefusal, findDoubledEffects } from './check-pair.ts'
import { faultsOf, type FaultKind } from './fault-kinds.ts'
import { distinctCalls, emptyJournal, journal } from './outgoing-calls.ts'
import type { Pair } from './pairs.ts'
import { pauses } from './pauses.ts'
import { isRefused, type Attempt, type Scenario, type StartedScenario } from './scenario.ts'

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
  bench.timeLimits.maxMs = fault.isEndless ? shortLimitMs : Infinity
  const attempt = await withTimeLimitsUpTo(bench.timeLimits.maxMs, () => begin(scenario, started, n))
  const violations = await drain(bench, attempt, pauses[mode])
  const seen = await journal(app)
  const failures = await countFailures(app)
  if (failures === 0) return 'not met'
  violations.push(...checkCalls(pair, fault, { seen, failures }))
  violations.push(...checkRefusal(scenario, fault, await attempt.outcome()))
  bench.timeLimits.maxMs = Infinity
  await app.control('DELETE', '/control/faults')
  await started.signInAgain()
  violations.push(...(await recover(bench, attempt, fault)))
  return [...new Set(violations)]
}

/** Where a fault of the scenario itself has refused the request, the user repeats it. */
async function begin({ priorFaults }: Scenario, started: StartedScenario, n: number): Promise<Attempt> {
  const attempt = await started.begin(n)
  if (priorFaults && isRefused(await attempt.outcome())) await attempt.retry()
  return attempt
}

/** Ends all faults and what they left behind in the accounts, so that each pair is independent of the one before. */
export async function restoreHealth({ app, takeErrors, timeLimits }: Bench, started?: StartedScenario): Promise<void> {
  timeLimits.maxMs = Infinity
  await app.control('DELETE', '/control/faults')
  const healthy = { consecutive_failures: 0, paused_until: '-infinity', probe_claimed_until: null }
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('app.provider_outages').execute()
    await tx
      .updateTable('app.mailbox_sync_states')
      .set({ ...healthy, subscription_failures: 0, subscription_retry_at: '-infinity' })
      .execute()
    await tx.updateTable('app.service_connections').set(healthy).execute()
    // Each search for due jobs would read them.
    await sql`delete from pgboss.job where state > 'active'`.execute(tx)
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
  await app.faults(...rules)
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

/** Does what the start of a scenario and the one before have left to do: its calls are no part of the scenario. */
export async function endLeftovers(app: App): Promise<void> {
  await app.advance('20 min')
  await runBackgroundWork(app)
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

/** After the fault is over: the work is done automatically, or after the user has done what the error says. */
async function recover(bench: Bench, attempt: Attempt, fault: FaultKind): Promise<string[]> {
  const violations = await drain(bench, attempt, pauses.recovery)
  const first = await attempt.outcome()
  if (isRefused(first)) {
    if (first.isFinal) return violations
    // The account is not called, and the user is told to try later, until the requested wait has ended.
    await bench.app.advance(`${60 + (fault.retryAfterSeconds ?? 0)} s`)
    await attempt.retry()
    violations.push(...(await drain(bench, attempt, pauses.recovery)))
  }
  return [...violations, ...(await checkEnd(attempt))]
}
