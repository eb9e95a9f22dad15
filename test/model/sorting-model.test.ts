import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { startApp, type App } from '../kit/start-app.ts'
import { checkAlways, checkAtRest } from './check-invariants.ts'
import { RealSystem } from './real-system.ts'
import { addMessage, createModel, switchOn, type SortingModel } from './reference-model.ts'
import { sortingCommands } from './sorting-commands.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 8)
const seed = process.env['MODEL_SEED']
const path = process.env['MODEL_PATH']
const replayPath = process.env['MODEL_REPLAY_PATH']
const maxCommands = 60
/** The free plan's limit is 100: some runs reach it. */
const countedBefore = [0, 94, 99]

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('no sequence of events loses an email, moves one twice or overrides the user', { timeout: 0 }, async () => {
  const commands = fc.commands(sortingCommands, {
    maxCommands,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  })
  const property = fc.asyncProperty(fc.constantFrom(...countedBefore), commands, async (counted, sequence) => {
    await using real = await RealSystem.start(app, counted)
    const model = await startModel(real, counted)
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    await comeToRest(model, real)
  })
  const result = await fc.check(property, {
    // A run takes some seconds.
    timeout: 120_000,
    // Biased runs would be short ones.
    unbiased: true,
    numRuns: path === undefined ? runs : 1,
    endOnFailure: process.env['MODEL_SHRINK'] === undefined,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  })
  if (result.failed) throw new Error(describeFailure(result), { cause: result.errorInstance })
})

async function startModel(real: RealSystem, counted: number): Promise<SortingModel> {
  const model = createModel(new Map([[real.month(), counted]]))
  const { outlook } = await real.observe()
  for (const [id, { folder }] of outlook) addMessage(model, id, folder, app.clock.now())
  return model
}

/** Heals everything, lets the backlog drain, and checks what holds then. */
async function comeToRest(model: SortingModel, real: RealSystem): Promise<void> {
  await app.control('DELETE', '/control/faults')
  await real.leaveNode()
  await real.outlook('PUT', '/grant', { ended: null })
  if ((await real.mailboxRow()).status === 'reauth_required' || !model.isGranted) await real.reconnect()
  await real.switchOn()
  switchOn(model, app.clock.now())
  for (let round = 0; round < 5; round++) {
    await real.advance('16 min')
    await real.work()
  }
  const seen = await real.observe()
  const violations = [...real.failures, ...checkAlways(model, seen), ...checkAtRest(model, seen)]
  if (violations.length > 0) throw new Error(`At rest:\n${violations.join('\n')}`)
}

interface Failure {
  seed: number
  counterexamplePath: string | null
  counterexample: unknown
  errorInstance: unknown
}

function describeFailure({ seed: failed, counterexamplePath, counterexample, errorInstance }: Failure): string {
  const at = /replayPath="([^"]*)"/.exec(fc.stringify(counterexample))?.[1]
  const replay = [`MODEL_SEED=${failed}`, `MODEL_PATH=${counterexamplePath ?? '0'}`]
  if (at && counterexamplePath?.includes(':')) replay.push(`MODEL_REPLAY_PATH=${at}`)
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `Commands: ${fc.stringify(counterexample)}`,
    `Replay: ${replay.join(' ')} npx vitest run --project modules test/model/sorting-model.test.ts`,
    'Add MODEL_SHRINK=1 to search for a shorter sequence.',
  ].join('\n')
}
