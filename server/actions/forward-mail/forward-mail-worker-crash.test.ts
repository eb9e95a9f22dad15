import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { runMessageActions } from '../run-message-actions.ts'

let app: App
let other: Node
let acting: ActingMailbox
let address: string
beforeAll(async () => {
  app = await startApp()
  other = await startNode(app)
  ;({ acting, address } = await forwardingMailbox(app))
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

let mails = 0
const arrives = () => acting.sorted({ from: 'anna@shop.example', subject: `Bill ${++mails}.`, text: 'The bill.' })

/** Kills the worker at this step. @returns false if it finished before */
async function worksUntil(logId: string, step: number): Promise<boolean> {
  const dying = crashAtStep(other.ctx, step)
  return Promise.race([runMessageActions(dying.ctx, { logId }).then(() => false), dying.died.then(() => true)])
}

/** Expects that the message was sent once, nothing is left in Drafts, and the history shows it. */
async function isOnce(logId: string): Promise<void> {
  const [run, ...more] = await acting.runs(logId)
  expect(more).toEqual([])
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
  const { sent, drafts } = await forwardsOf(acting, run?.id)
  expect([sent.length, drafts.length]).toEqual([1, 0])
  expect(sent[0]?.body.content.split('forwarded automatically')).toHaveLength(2)
  const subject = sent[0]?.subject
  expect((await forwardsTo(app, address)).filter((mail) => mail.subject === subject)).toHaveLength(1)
}

test('after a crash at any step, the next worker forwards exactly once', async () => {
  for (let step = 1; ; step += 2) {
    const { logId } = await arrives()
    const died = await worksUntil(logId, step)
    await acting.expireClaim(logId)
    await runMessageActions(app.ctx, { logId })
    await isOnce(logId)
    if (died) continue
    expect(step).toBeGreaterThan(30)
    return
  }
})

test('several crashes in a row send one forward', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 4 }), async (deaths) => {
      const { logId } = await arrives()
      for (const step of deaths) {
        await worksUntil(logId, step)
        await acting.expireClaim(logId)
      }
      await runMessageActions(app.ctx, { logId })
      await isOnce(logId)
    }),
    { numRuns: 15 },
  )
})

test.for(['createForward', 'sendDraft'])(
  'a call of a dead node that may be in flight is waited for: %s',
  async (call) => {
    const { logId } = await arrives()
    const dead = crashAtStep(other.ctx, call)
    void runMessageActions(dead.ctx, { logId })
    await dead.died
    await acting.endPresence(logId)
    await runMessageActions(app.ctx, { logId })
    expect(await acting.runs(logId)).toMatchObject([{ status: 'running' }])
    await dead.endCall()
    await acting.endCalls(logId)
    await runMessageActions(app.ctx, { logId })
    await isOnce(logId)
  },
)

test('concurrent workers send one forward', async () => {
  const { logId } = await arrives()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => runMessageActions(n % 2 === 0 ? app.ctx : other.ctx, { logId })),
  )
  await isOnce(logId)
})
