import { afterAll, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { mailboxConcurrency } from '../../mail/limits.ts'
import { runActions } from './run-actions.ts'

const app = await appOfFile()
const other = await startNode(app)
const acting = await actingMailbox(app, ['draft_reply'])
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})

test("two nodes that work for one mailbox, and a request of its user, use Outlook's limit and no more", async () => {
  const logIds: string[] = []
  for (let n = 0; n < 12; n++) {
    const mail = { from: 'anna@shop.example', subject: `Question ${n}`, text: 'Could you please tell us when?' }
    logIds.push((await acting.sorted(mail)).logId)
  }
  const { mailboxId } = acting.mailbox
  // As over a network, so that calls overlap: without a common limit more than four would.
  await app.control('PUT', '/control/config', { graphDelayMs: 20 })
  await Promise.all([
    ...logIds.map((logId, n) => runActions(n % 2 === 0 ? app.ctx : other.ctx, { logId })),
    acting.mailbox.call('mail-graph', { action: 'sync-folders', mailboxId }),
  ])
  const calls = await acting.calls()
  expect(calls.filter(({ status }) => status === 429)).toEqual([])
  expect(Math.max(...calls.map(({ concurrency }) => concurrency))).toBe(mailboxConcurrency)
  expect(await acting.waiting()).toEqual([])
  expect(await acting.drafts()).toHaveLength(logIds.length)
})
