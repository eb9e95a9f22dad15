import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveMailbox, switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import { deliver, requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { reconcileSubscription } from '../outlook/change-notifications/reconcile-subscription.ts'
import { reconcileMailboxes } from './reconcile-mailboxes.ts'

const app = await appOfFile()
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeEach(async () => {
  at = await liveMailbox(app)
  await letGraphReachUs(false)
})
afterEach(() => switchOffMailboxes(app))

/** As outside a test, Graph accepts a public https address only. */
const letGraphReachUs = (isReachable: boolean) => app.control('PUT', '/control/config', { loopbackHttp: isReachable })
const switchOn = () => at.manage({ action: 'subscribe', mailboxId: at.mailboxId })
const isPolled = async () =>
  (await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).body.polling === true

/** Delta queries of the inbox within the next minutes. */
async function pollsWithin(minutes: number): Promise<number> {
  await app.control('DELETE', '/control/requests')
  for (let step = 0; step < minutes * 2; step++) {
    await app.advance('30 s')
    if (step % 2 === 1) await at.reconcile()
    else await app.runDueJobs()
  }
  const calls = await requestsTo(app, 'graph')
  return calls.filter(({ url }) => url.includes('/messages/delta')).length
}

test('finds mail without a webhook, and stops once Graph reaches it', async () => {
  expect((await switchOn()).body).toEqual({ success: true, subscription: null })
  expect(await isPolled()).toBe(true)
  const message = await deliver(app, at.email)
  await app.advance('1 min')
  await at.reconcile()
  expect(await at.recordedMessageIds()).toEqual([message])

  await letGraphReachUs(true)
  await app.advance('16 min')
  await at.reconcile()
  expect(await at.atMicrosoft()).toHaveLength(1)
  expect(await isPolled()).toBe(false)
  expect(await pollsWithin(3)).toBe(0)
})

test('polls every 30 seconds while the user is signed in, and less often otherwise', async () => {
  await switchOn()
  await deliver(app, at.email)
  await app.advance('1 min')
  await at.reconcile()
  expect(await pollsWithin(2)).toBe(4)
  await app.advance('65 min')
  await at.reconcile()
  expect(await pollsWithin(4)).toBe(2)
  await app.advance('25 hours')
  await at.reconcile()
  expect(await pollsWithin(5)).toBe(1)
})

test('is switched off by the id of the mailbox', async () => {
  await switchOn()
  expect((await at.manage({ action: 'unsubscribe', mailboxId: at.mailboxId })).status).toBe(200)
  expect(await isPolled()).toBe(false)
  expect((await at.manage({ action: 'unsubscribe' })).status).toBe(400)
})

test('NOTIFICATIONS=poll removes the subscription and creates none', async () => {
  await letGraphReachUs(true)
  await at.subscribe()
  await app.runDueJobs()
  const ctx = { ...app.ctx, config: { ...app.ctx.config, notifications: 'poll' as const } }
  await reconcileMailboxes(ctx)
  expect(await reconcileSubscription(ctx, at.mailboxId)).toBeNull()
  expect(await at.atMicrosoft()).toEqual([])
  expect(await isPolled()).toBe(true)
})
