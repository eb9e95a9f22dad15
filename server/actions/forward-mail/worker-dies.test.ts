import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { dyingAt } from '../../../test/kit/dying-node.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { runActions } from '../run-actions.ts'

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

/** A worker that dies at this step. @returns false where it came to the end before that */
async function worksUntil(logId: string, step: number): Promise<boolean> {
  const dying = dyingAt(other.ctx, step)
  return Promise.race([runActions(dying.ctx, { logId }).then(() => false), dying.died.then(() => true)])
}

/** It was sent once, whole, nothing is left in Drafts, and the history says so. */
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

test('wherever a worker dies, the next one makes one forward of it, no second one', async () => {
  for (let step = 1; ; step += 2) {
    const { logId } = await arrives()
    const died = await worksUntil(logId, step)
    await acting.claimEnds(logId)
    await runActions(app.ctx, { logId })
    await isOnce(logId)
    if (died) continue
    expect(step).toBeGreaterThan(30)
    return
  }
})

test('any number of workers that die one after the other send one forward', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 4 }), async (deaths) => {
      const { logId } = await arrives()
      for (const step of deaths) {
        await worksUntil(logId, step)
        await acting.claimEnds(logId)
      }
      await runActions(app.ctx, { logId })
      await isOnce(logId)
    }),
    { numRuns: 15 },
  )
})

test('workers that come at the same time send one forward', async () => {
  const { logId } = await arrives()
  await Promise.all(Array.from({ length: 8 }, (_, n) => runActions(n % 2 === 0 ? app.ctx : other.ctx, { logId })))
  await isOnce(logId)
})
