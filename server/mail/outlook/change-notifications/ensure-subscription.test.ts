import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { liveMailbox, switchOffMailboxes } from '../../../../test/kit/live-mailbox.ts'
import { connectMailbox, deliver, eventually, requestsTo } from '../../../../test/kit/outlook.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'

const app = await appOfFile()
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeEach(async () => {
  at = await liveMailbox(app)
})
afterEach(async () => {
  await app.faults()
  await switchOffMailboxes(app)
})

test('connecting again restores the subscription and finds messages that arrived meanwhile', async () => {
  const old = await at.subscribe()
  await app.runDueJobs()
  await app.control('PUT', `/control/outlook/${at.email}/token`, { revokeRefresh: true })
  await at.fault('subscriptionVanished')
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: app.clock.now() })
      .where('mailbox_id', '=', at.mailboxId)
      .execute(),
  )
  await at.reconcile()
  const message = await deliver(app, at.email)
  await at.reconcile()
  expect(await at.atMicrosoft()).toEqual([])
  expect(await connectMailbox(app, at.who, at.email)).toBe(at.mailboxId)
  await app.runDueJobs()
  const live = await at.atMicrosoft()
  expect(live).toHaveLength(1)
  expect(live[0]?.id).not.toBe(old)
  expect(await at.recordedMessageIds()).toEqual([message])
})

describe('renewal', () => {
  const expiry = async () => Date.parse((await at.atMicrosoft())[0]?.expirationDateTime ?? '')

  test('requests 4,200 minutes, and renews after a day, not earlier', async () => {
    await at.subscribe()
    const first = await expiry()
    expect(Math.round((first - app.clock.now().getTime()) / 60_000)).toBe(4200)
    await app.advance('23 h')
    await at.reconcile()
    expect(await expiry()).toBe(first)
    await app.advance('1 h')
    await at.reconcile()
    expect(await expiry()).toBeGreaterThan(first + 23 * 3600_000)
    expect((await at.row())?.expires_at.getTime()).toBe(await expiry())
  })

  test('creates a new subscription where Graph has lost the old one, and catches up', async () => {
    const old = await at.subscribe()
    await app.runDueJobs()
    await at.fault('subscriptionVanished')
    const message = await deliver(app, at.email)
    await app.advance('25 h')
    await at.reconcile()
    const live = await at.atMicrosoft()
    expect(live).toHaveLength(1)
    expect(live[0]?.id).not.toBe(old)
    expect((await at.row())?.provider_subscription_id).toBe(live[0]?.id)
    expect(await at.recordedMessageIds()).toEqual([message])
  })

  test('verifies the subscription when a delta query finds mail that was not announced', async () => {
    const old = await at.subscribe()
    await app.runDueJobs()
    await app.advance('10 min')
    await at.fault('subscriptionVanished')
    await app.advance('16 min')
    await at.reconcile()
    expect(await at.atMicrosoft()).toEqual([])
    const message = await deliver(app, at.email)
    await app.advance('16 min')
    await at.reconcile()
    expect(await at.recordedMessageIds()).toEqual([message])
    const live = await at.atMicrosoft()
    expect(live).toHaveLength(1)
    expect(live[0]?.id).not.toBe(old)
    // Read or moved by the user, the message is no news.
    await app.advance('16 min')
    await app.control('DELETE', '/control/requests')
    await app.control('PATCH', `/control/outlook/${at.email}/messages/${message}`, { isRead: true })
    await at.reconcile()
    expect((await requestsTo(app, 'graph')).filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  test('creates a new subscription after a week of downtime', async () => {
    const old = await at.subscribe()
    await app.runDueJobs()
    const message = await deliver(app, at.email)
    await app.advance('7 days')
    await at.reconcile()
    const live = await at.atMicrosoft()
    expect(live.map(({ id }) => id)).not.toContain(old)
    expect(live).toHaveLength(1)
    expect(await at.recordedMessageIds()).toContain(message)
  })
})

describe('lifecycle events', () => {
  test('reauthorizationRequired renews a subscription of any age', async () => {
    await at.subscribe()
    await app.runDueJobs()
    await app.advance('1 h')
    const first = (await at.row())?.expires_at ?? app.clock.now()
    await at.fault('reauthorizationRequired')
    await eventually(at.row, (seen) => (seen?.renewed_at.getTime() ?? 0) < 0)
    await app.runDueJobs()
    expect((await at.row())?.expires_at.getTime()).toBeGreaterThan(first.getTime())
  })

  test('several reauthorizationRequired at once cause one renewal', async () => {
    await at.subscribe()
    await app.runDueJobs()
    await app.advance('1 h')
    await app.control('DELETE', '/control/requests')
    const received = async () => (await requestsTo(app, 'graph-notify')).filter(({ status }) => status === 202).length
    for (let n = 1; n <= 3; n++) {
      await at.fault('reauthorizationRequired')
      await eventually(received, (count) => count === n)
      await app.runDueJobs()
    }
    expect((await requestsTo(app, 'graph')).filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })

  test('subscriptionRemoved creates a new subscription and catches up', async () => {
    const old = await at.subscribe()
    await app.runDueJobs()
    await at.fault('subscriptionRemoved')
    await eventually(at.row, (seen) => seen === undefined)
    const message = await deliver(app, at.email)
    await app.runDueJobs()
    expect(await at.atMicrosoft()).toHaveLength(1)
    expect((await at.row())?.provider_subscription_id).not.toBe(old)
    expect(await at.recordedMessageIds()).toEqual([message])
  })

  test('missed catches up', async () => {
    await at.subscribe()
    await app.runDueJobs()
    await app.faults({ service: 'graph-notify', path: '', drop: true })
    const message = await deliver(app, at.email)
    await app.control('DELETE', '/control/requests')
    await at.fault('missed')
    await eventually(
      () => requestsTo(app, 'graph-notify'),
      (posts) => posts.some(({ status }) => status === 202),
    )
    await app.runDueJobs()
    expect(await at.recordedMessageIds()).toEqual([message])
  })
})
