import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import {
  agentSubject,
  crashingWorkers,
  draftSubject,
  expectStoredOnceTogether,
  forwardSubject,
  storeSubject,
} from '../testing/worker-crashes.ts'

const app = await appOfFile({ env: allServices })
const other = await startNode(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})

test.each([
  ['a draft', draftSubject, 25],
  ['a forward', forwardSubject, 30],
  ['the effects of an agent', agentSubject, 60],
] as const)('after a crash at any step, the next worker completes %s once', async (_, open, least) => {
  expect(await crashingWorkers(app, other, await open(app)).crashAtEachStep(2)).toBeGreaterThan(least)
})

test('a worker that pauses at any step for longer than its claim starts no effect and writes nothing', async () => {
  const draft = crashingWorkers(app, other, await draftSubject(app))
  await draft.pauseAtEachStep(1)
  await draft.pauseWhileNextRuns(1)
})

const deaths = (max: number) => fc.array(fc.integer({ min: 1, max }), { minLength: 2, maxLength: 4 })

test.each([
  ['a draft', draftSubject, 45, 20],
  ['a forward', forwardSubject, 60, 15],
  ['the effects of an agent', agentSubject, 120, 8],
] as const)('any crashes in a row, and concurrent workers, leave %s once', async (_, open, max, numRuns) => {
  const workers = crashingWorkers(app, other, await open(app))
  await workers.runConcurrently(6)
  await fc.assert(
    fc.asyncProperty(deaths(max), (steps) => workers.crashRepeatedly(steps)),
    { numRuns },
  )
})

describe.for(FileProvider.options)('%s', (provider) => {
  test('after a crash at any step, the next worker stores the missing files and repeats nothing', async () => {
    const workers = crashingWorkers(app, other, await storeSubject(app, provider))
    expect(await workers.crashAtEachStep(2)).toBeGreaterThan(30)
  })

  test('any crashes in a row store each file once', async () => {
    await fc.assert(
      fc.asyncProperty(deaths(80), async (steps) => {
        const subject = await storeSubject(app, provider, { names: ['one', 'two'] })
        await crashingWorkers(app, other, subject).crashRepeatedly(steps)
      }),
      { numRuns: 5 },
    )
  })

  test('the next worker resumes the upload of a large file after a crash at any step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 25, max: 60 }), async (step) => {
        const subject = await storeSubject(app, provider, { size: 9 * 2 ** 20 })
        await crashingWorkers(app, other, subject).crashRepeatedly([step])
      }),
      { numRuns: 4 },
    )
  })

  test('concurrent workers store each file once', async () => {
    const subject = await storeSubject(app, provider, { names: ['one', 'two'] })
    await crashingWorkers(app, other, subject).runConcurrently(6)
  })

  // Repeated, because the critical interleaving occurs in one case of twenty.
  test('concurrent messages with the same file store it once', async () => {
    const store = await storingMailbox(app, provider)
    for (let round = 1; round <= 8; round++) await expectStoredOnceTogether(app, other, store, round)
  })
})
