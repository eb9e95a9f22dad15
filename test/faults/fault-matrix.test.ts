import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLanguageModel } from '../../server/vendors/language-model.ts'
import { allServices } from '../kit/services.ts'
import { startApp } from '../kit/start-app.ts'
import { withShorterTimeLimits } from '../../server/vendors/time-limit.ts'
import { watchMethods } from './client-methods.ts'
import { httpFaultNames } from './fault-kinds.ts'
import { commandOf, nameOf, type Chosen, type Pair } from './pairs.ts'
import { recordCalls, restoreHealth, runPair, shortShare, type Bench } from './run-pair.ts'
import { scenarios } from './scenarios.ts'
import { isScenarioSelected, isWhole, readSelection, selectPairs } from './selection.ts'
import { watchErrors } from './unexpected-errors.ts'

const selection = readSelection()

let bench: Bench
let methods: ReadonlyMap<string, number>
const chosen: Chosen = { calls: new Set(), services: new Set() }
const counts = { tested: 0, skipped: 0, failed: 0 }
let reportedAt = 0
const faultsTested = new Set<string>()
beforeAll(async () => {
  // Stripe's client and that of the mail server have their time limits from the beginning.
  const app = await withShorterTimeLimits(shortShare, () => startApp({ env: allServices }))
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  Object.assign(app.ctx.vendors, { model })
  const timeLimits = { share: 1 }
  methods = watchMethods(app, timeLimits)
  bench = { app, takeErrors: watchErrors(app), timeLimits }
})
afterAll(() => bench.app[Symbol.asyncDispose]())

const report = (pair: Pair, violations: readonly string[]): string =>
  [nameOf(pair), ...violations.map((violation) => `  ${violation}`), `  Alone: ${commandOf(pair)}`].join('\n')

function reportProgress(at: string): void {
  reportedAt = Date.now()
  const { tested, skipped, failed } = counts
  process.stdout.write(`${tested + skipped} pairs, ${skipped} of them not met, ${failed} failed; now ${at}\n`)
}

const selected = scenarios.filter((scenario) => isScenarioSelected(selection, scenario))

test.for(selected.map((scenario) => [scenario.name, scenario] as const))('%s', { timeout: 0 }, async ([, scenario]) => {
  await restoreHealth(bench)
  await using started = await scenario.start(bench.app)
  const calls = await recordCalls(bench, scenario, started)
  const pairs = selectPairs(selection, scenario, calls, chosen)
  if (selection?.isListed) return void process.stdout.write(pairs.map((pair) => `${nameOf(pair)}\n`).join(''))
  const failed: string[] = []
  for (const [n, pair] of pairs.entries()) {
    if (selection && Date.now() - reportedAt > 60_000) reportProgress(nameOf(pair))
    const result = await runPair(bench, started, pair, n + 1)
    counts[result === 'not met' ? 'skipped' : 'tested'] += 1
    faultsTested.add(pair.fault)
    if (result === 'not met' || result.length === 0) continue
    counts.failed += 1
    failed.push(report(pair, result))
    if (selection) process.stdout.write(`FAILED ${failed.at(-1)}\n`)
  }
  if (failed.length > 0) throw new Error(failed.join('\n'))
})

test.skipIf(selection)('a scenario calls every method of every vendor client', () => {
  expect([...methods].filter(([, count]) => count === 0).map(([name]) => name)).toEqual([])
})

test.skipIf(selection)('the part of the suite has every kind of fault', () => {
  expect([...faultsTested]).toEqual(expect.arrayContaining([...httpFaultNames]))
})

test.skipIf(selection && !isWhole(selection))('the calls of at least nine of ten pairs are made', () => {
  expect(counts.tested).toBeGreaterThan(9 * counts.skipped)
})
