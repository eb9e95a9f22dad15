import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLanguageModel } from '../../server/vendors/language-model.ts'
import { allServices } from '../kit/services.ts'
import { startApp } from '../kit/start-app.ts'
import { countMethodCalls } from './client-methods.ts'
import { allPairs, choosePairs, commandOf, nameOf, type Chosen } from './pairs.ts'
import { recordCalls, restoreHealth, runPair, type Bench, type Pair } from './run-pair.ts'
import { scenarios } from './scenarios.ts'
import { watchErrors } from './unexpected-errors.ts'

/** Set by `npm run test:faults`: the beginning of the names of the pairs to run; empty runs all. */
const wanted = process.env['FAULT_PAIRS']
const isListed = process.env['FAULT_LIST'] !== undefined

let bench: Bench
let methods: ReadonlyMap<string, number>
const chosen: Chosen = new Set()
const counts = { tested: 0, skipped: 0 }
beforeAll(async () => {
  const app = await startApp({ env: allServices })
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  Object.assign(app.ctx.vendors, { model })
  methods = countMethodCalls(app)
  bench = { app, takeErrors: watchErrors(app) }
})
afterAll(() => bench.app[Symbol.asyncDispose]())

const report = (pair: Pair, violations: readonly string[]): string =>
  [nameOf(pair), ...violations.map((violation) => `  ${violation}`), `  Alone: ${commandOf(pair)}`].join('\n')

const isWanted = (name: string): boolean =>
  wanted === undefined || name.startsWith(wanted) || wanted.startsWith(`${name} / `)

test.for(scenarios.filter(({ name }) => isWanted(name)).map((scenario) => [scenario.name, scenario] as const))(
  '%s',
  { timeout: 0 },
  async ([, scenario]) => {
    await restoreHealth(bench)
    await using started = await scenario.start(bench.app)
    const calls = await recordCalls(bench, scenario, started)
    const pairs =
      wanted === undefined
        ? choosePairs(scenario, calls, chosen)
        : allPairs(scenario, calls).filter((pair) => nameOf(pair).startsWith(wanted))
    const failed: string[] = []
    for (const [n, pair] of pairs.entries()) {
      if (isListed) process.stdout.write(`${nameOf(pair)}\n`)
      else {
        const result = await runPair(bench, started, pair, n + 1)
        counts[result === 'not met' ? 'skipped' : 'tested'] += 1
        if (result !== 'not met' && result.length > 0) failed.push(report(pair, result))
      }
    }
    if (failed.length > 0) throw new Error(failed.join('\n'))
  },
)

test.runIf(wanted === undefined)('a scenario calls every method of every vendor client', () => {
  expect([...methods].filter(([, count]) => count === 0).map(([name]) => name)).toEqual([])
})

test.skipIf(isListed)('the calls of at least nine of ten pairs are made', () => {
  expect(counts.tested).toBeGreaterThan(9 * counts.skipped)
})
