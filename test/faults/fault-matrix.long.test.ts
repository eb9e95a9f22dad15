import { expect, test } from 'vitest'
import { ofFile } from '../kit/of-file.ts'
import { startBenches, type Bench } from './bench.ts'
import { httpFaultNames } from './fault-kinds.ts'
import { commandOf, nameOf, type Chosen, type Pair } from './pairs.ts'
import { endLeftovers, recordCalls, restoreHealth, runPair } from './run-pair.ts'
import type { Scenario, StartedScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { isScenarioSelected, isWhole, readSelection, selectPairs } from './selection.ts'

const selection = readSelection()

const methods = new Map<string, number>()
const chosen: Chosen = { calls: new Set(), services: new Set() }
const counts = { tested: 0, skipped: 0, failed: 0 }
let reportedAt = 0
const faultsTested = new Set<string>()
const benches = await ofFile(startBenches(3, methods))

const report = (pair: Pair, violations: readonly string[]): string =>
  [nameOf(pair), ...violations.map((violation) => `  ${violation}`), `  Alone: ${commandOf(pair)}`].join('\n')

/** A run without a selection reports its failures only. */
function print(line: string): void {
  if (selection) process.stdout.write(`${line}\n`)
}

function reportProgress(at: string): void {
  reportedAt = Date.now()
  const { tested, skipped, failed } = counts
  print(`${tested + skipped} pairs, ${skipped} of them not met, ${failed} failed; now ${at}`)
}

/** Resolves when the scenarios before have claimed their calls. */
let claims: Promise<void> = Promise.resolve()

async function choosePairs(bench: Bench, scenario: Scenario, parts: AsyncDisposableStack) {
  const claimsBefore = claims
  const { promise, resolve } = Promise.withResolvers<void>()
  claims = promise
  try {
    await restoreHealth(bench)
    const started = parts.use(await scenario.start(bench.app))
    await endLeftovers(bench.app)
    const calls = await recordCalls(bench, scenario, started)
    await claimsBefore
    return { started, pairs: selectPairs(selection, scenario, calls, chosen) }
  } finally {
    resolve()
  }
}

async function runPairs(bench: Bench, started: StartedScenario, pairs: readonly Pair[]): Promise<string[]> {
  const failed: string[] = []
  for (const [n, pair] of pairs.entries()) {
    if (Date.now() - reportedAt > 60_000) reportProgress(nameOf(pair))
    const result = await runPair(bench, started, pair, n + 1)
    counts[result === 'not met' ? 'skipped' : 'tested'] += 1
    faultsTested.add(pair.fault)
    if (result === 'not met') print(`NOT MET ${nameOf(pair)}`)
    if (result === 'not met' || result.length === 0) continue
    counts.failed += 1
    failed.push(report(pair, result))
    print(`FAILED ${failed.at(-1)}`)
  }
  return failed
}

const selected = scenarios
  .filter((scenario) => isScenarioSelected(selection, scenario))
  .map((scenario) => [scenario.name, scenario] as const)

test.concurrent.for(selected)('%s', { timeout: 0 }, async ([, scenario]) => {
  using bench = await benches.take()
  await using parts = new AsyncDisposableStack()
  const { started, pairs } = await choosePairs(bench, scenario, parts)
  if (selection?.isListed) return pairs.forEach((pair) => print(nameOf(pair)))
  const since = Date.now()
  const failed = await runPairs(bench, started, pairs)
  const seconds = Math.round((Date.now() - since) / 1000)
  print(`${scenario.name}: ${pairs.length} pairs, ${failed.length} failed, ${seconds} s`)
  if (failed.length > 0) throw new Error(failed.join('\n'))
})

test.skipIf(selection)('a scenario calls every method of every vendor client', () => {
  expect([...methods].filter(([, count]) => count === 0).map(([name]) => name)).toEqual([])
})

test.skipIf(selection)('a run without a selection has every kind of fault', () => {
  expect([...faultsTested]).toEqual(expect.arrayContaining([...httpFaultNames]))
})

test.skipIf(selection && !isWhole(selection))('the calls of at least nine of ten pairs are made', () => {
  expect(counts.tested).toBeGreaterThan(9 * counts.skipped)
})
