import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { dyingAt } from '../../../test/kit/dying-node.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { runActions } from '../run-actions.ts'

let app: App
let other: Node
let acting: ActingMailbox
beforeAll(async () => {
  app = await startApp()
  other = await startNode(app)
  acting = await actingMailbox(app, ['draft_reply'])
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

let mails = 0
const arrives = () =>
  acting.sorted({ from: 'anna@shop.example', subject: `Question ${++mails}`, text: 'Could you please tell us when?' })

/** A worker that dies at this step. @returns false where it came to the end before that */
async function worksUntil(logId: string, step: number): Promise<boolean> {
  const dying = dyingAt(other.ctx, step)
  return Promise.race([runActions(dying.ctx, { logId }).then(() => false), dying.died.then(() => true)])
}

async function marked(logId: string) {
  const [run] = await acting.runs(logId)
  return (await acting.messages()).filter((message) =>
    message.singleValueExtendedProperties.some(({ value }) => value?.startsWith(run?.id ?? 'none')),
  )
}

/** There is one draft, whole, and the history says so. */
async function isOnce(logId: string): Promise<void> {
  const [run, ...more] = await acting.runs(logId)
  expect(more).toEqual([])
  const drafts = await marked(logId)
  expect(drafts).toHaveLength(1)
  expect(drafts[0]?.body.content.split('written without a language model')).toHaveLength(2)
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
}

test('wherever a worker dies, the next one makes one draft of it, no second one', async () => {
  for (let step = 1; ; step += 2) {
    const { logId } = await arrives()
    const died = await worksUntil(logId, step)
    await acting.claimEnds(logId)
    await runActions(app.ctx, { logId })
    await isOnce(logId)
    if (died) continue
    expect(step).toBeGreaterThan(25)
    return
  }
})

test('any number of workers that die one after the other leave one draft', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 2, maxLength: 4 }), async (deaths) => {
      const { logId } = await arrives()
      for (const step of deaths) {
        await worksUntil(logId, step)
        await acting.claimEnds(logId)
      }
      await runActions(app.ctx, { logId })
      await isOnce(logId)
    }),
    { numRuns: 20 },
  )
})

test('a worker that was stopped for longer than its claim starts no effect and writes nothing once it wakes', async () => {
  let second = 0
  for (let step = 1; ; step++) {
    const { logId } = await arrives()
    const late = dyingAt(other.ctx, step)
    const worked = runActions(late.ctx, { logId }).then(() => false)
    const stopped = await Promise.race([worked, late.died.then(() => true)])
    await acting.claimEnds(logId)
    await runActions(app.ctx, { logId })
    const runs = await acting.runs(logId)
    late.wake()
    await worked
    expect(await acting.runs(logId)).toEqual(runs)
    if ((await marked(logId)).length > 1) second++
    else await isOnce(logId)
    if (!stopped) break
  }
  // Between the end of the transaction that allows the call, and its first byte, there are two steps: nobody can close that (record 013).
  expect(second).toBeLessThanOrEqual(2)
})

test('nor does one that wakes while the next one is at it', async () => {
  let second = 0
  for (let step = 1; ; step++) {
    const { logId } = await arrives()
    const late = dyingAt(other.ctx, step)
    const worked = runActions(late.ctx, { logId }).then(() => false)
    const stopped = await Promise.race([worked, late.died.then(() => true)])
    await acting.claimEnds(logId)
    // Far enough to have the mail and to have looked, not so far as to have made anything.
    const next = dyingAt(app.ctx, 12)
    const finished = runActions(next.ctx, { logId })
    await Promise.race([finished, next.died])
    late.wake()
    await worked
    next.wake()
    await finished
    if ((await marked(logId)).length > 1) second++
    else await isOnce(logId)
    if (!stopped) break
  }
  expect(second).toBeLessThanOrEqual(2)
})

test('a mail that kills every worker is given up', async () => {
  const { logId } = await arrives()
  for (let deaths = 1; deaths <= 8; deaths++) {
    expect(await worksUntil(logId, 9)).toBe(true)
    await acting.claimEnds(logId)
  }
  await runActions(app.ctx, { logId })
  expect(await acting.runs(logId)).toMatchObject([{ status: 'failed', reason: 'gave_up' }])
  expect(await acting.waiting()).toEqual([])
})

test('workers that come at the same time make one draft', async () => {
  const { logId } = await arrives()
  await Promise.all(Array.from({ length: 8 }, (_, n) => runActions(n % 2 === 0 ? app.ctx : other.ctx, { logId })))
  await isOnce(logId)
})
