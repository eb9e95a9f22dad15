import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { liveMailbox, switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import { deliver, eventually, requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { saveSubscription, enableRealTime } from '../mailboxes/subscription-queries.ts'
import { reconcileSubscription } from '../outlook/change-notifications/reconcile-subscription.ts'

const app = await appOfFile()
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeEach(async () => {
  at = await liveMailbox(app)
})
afterEach(async () => {
  await app.faults()
  await switchOffMailboxes(app)
})

describe('subscribe', () => {
  test('creates one subscription with immutable ids, and records its notifications once', async () => {
    await app.control('DELETE', '/control/requests')
    const id = await at.subscribe()
    expect(await at.atMicrosoft()).toMatchObject([{ id, notificationUrl: `${app.url}/api/mail-webhook` }])
    const made = (await requestsTo(app, 'graph')).find(
      ({ method, url }) => method === 'POST' && url.endsWith('/subscriptions'),
    )
    expect(made?.headers.prefer).toContain('IdType="ImmutableId"')
    expect(made?.body).toMatchObject({ changeType: 'created', resource: "/me/mailFolders('inbox')/messages" })
    expect(await at.hasWebhook()).toBe(true)
    const message = await deliver(app, at.email)
    expect(await eventually(at.recordedMessageIds, (seen) => seen.length > 0)).toEqual([message])
  })

  test('returns the existing subscription when repeated', async () => {
    const id = await at.subscribe()
    expect(await at.subscribe()).toBe(id)
    expect(await at.atMicrosoft()).toHaveLength(1)
  })

  test('creates a new subscription where the old one was lost without a lifecycle event', async () => {
    const old = await at.subscribe()
    await at.fault('subscriptionVanished')
    const id = await at.subscribe()
    expect(id).not.toBe(old)
    expect(await at.atMicrosoft()).toMatchObject([{ id }])
    expect(await at.row()).toMatchObject({ provider_subscription_id: id })
  })

  test('works however Graph behaves', async () => {
    const before = await app.control('GET', '/control/config')
    for (const config of [
      { maxSubscriptionMinutes: 4230 },
      { mailReadNeededToSubscribe: true },
      { sameResourceSpellings: false },
      { accessTokenLayout: 'opaque' },
    ]) {
      expect([config, await at.atMicrosoft()]).toEqual([config, []])
      await app.control('PUT', '/control/config', config)
      const subscriptionId = await at.subscribe()
      await app.control('PUT', '/control/config', before)
      expect([config, await at.atMicrosoft()]).toMatchObject([config, [{ id: subscriptionId }]])
      await at.manage({ action: 'unsubscribe', subscriptionId })
    }
  })

  test('records each message once, although Graph repeats and reorders notifications', async () => {
    await at.subscribe()
    await app.control('PUT', '/control/config', { naturalFaults: true })
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => deliver(app, at.email, `Mail ${index}`)))
    await eventually(at.recordedMessageIds, (seen) => seen.length >= 30)
    await app.control('PUT', '/control/config', { naturalFaults: false })
    expect((await at.recordedMessageIds()).toSorted()).toEqual(ids.toSorted())
  })

  test('ten concurrent requests create one subscription', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => at.manage({ action: 'subscribe', mailboxId: at.mailboxId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await at.atMicrosoft()).toMatchObject([{ id: (await at.row())?.provider_subscription_id }])
  })

  test('does not record messages that were in the inbox before', async () => {
    await deliver(app, at.email, 'Old')
    await app.advance('1 min')
    await at.subscribe()
    const message = await deliver(app, at.email, 'New')
    await app.runDueJobs()
    await eventually(at.recordedMessageIds, (seen) => seen.length > 0)
    expect(await at.recordedMessageIds()).toEqual([message])
  })

  test('two nodes create one subscription, also where Graph or the row has lost it', async () => {
    await using other = await startNode(app)
    await app.ctx.db.asService((tx) =>
      enableRealTime(tx, { mailboxId: at.mailboxId, userId: at.who.userId }, app.clock.now()),
    )
    const ensure = () =>
      Promise.all([app.ctx, other.ctx].map((ctx) => reconcileSubscription(ctx, at.mailboxId, { verify: true })))
    const nothing = () => Promise.resolve()
    const loseRow = () =>
      app.ctx.db.asService((tx) =>
        tx.deleteFrom('app.graph_subscriptions').where('mailbox_id', '=', at.mailboxId).execute(),
      )
    // Both nodes find the subscription that has no row before either deletes it.
    await app.faults({ service: 'graph', method: 'DELETE', path: 'subscriptions', delayMs: 100 })
    for (const lose of [nothing, () => at.fault('subscriptionVanished'), loseRow]) {
      await lose()
      const returned = await ensure()
      await app.runDueJobs()
      const id = (await at.row())?.provider_subscription_id
      expect(await at.atMicrosoft()).toMatchObject([{ id }])
      expect(returned).toContainEqual(expect.objectContaining({ id }))
    }
  })

  test('stores a subscription only while switched on, and replaces only deleted ones', async () => {
    const id = await at.subscribe()
    const made = { id: 'another', clientStateHash: Buffer.alloc(32), expiresAt: app.clock.now(), now: app.clock.now() }
    expect(await app.ctx.db.asService((tx) => saveSubscription(tx, at.mailboxId, made, ['some-other']))).toBe(false)
    expect((await at.row())?.provider_subscription_id).toBe(id)
    expect(await app.ctx.db.asService((tx) => saveSubscription(tx, at.mailboxId, made, [id]))).toBe(true)
    expect((await at.row())?.provider_subscription_id).toBe('another')
    await at.manage({ action: 'unsubscribe', subscriptionId: 'another' })
    expect(await app.ctx.db.asService((tx) => saveSubscription(tx, at.mailboxId, made, []))).toBe(false)
  })

  test('does not record messages that arrived while switched off', async () => {
    const subscriptionId = await at.subscribe()
    await app.runDueJobs()
    await at.manage({ action: 'unsubscribe', subscriptionId })
    await deliver(app, at.email, 'Not for us')
    await app.advance('1 min')
    await at.subscribe()
    const message = await deliver(app, at.email, 'For us')
    await app.runDueJobs()
    expect(await eventually(at.recordedMessageIds, (seen) => seen.length > 0)).toEqual([message])
  })

  test('does not record what a subscription announces that Graph did not delete while switched off', async () => {
    const old = await at.subscribe()
    await app.runDueJobs()
    await app.faults(
      { service: 'graph', method: 'DELETE', path: 'subscriptions', status: 503 },
      { service: 'graph-notify', delayMs: 120_000 },
    )
    await at.manage({ action: 'unsubscribe', subscriptionId: old })
    await deliver(app, at.email, 'Not for us')
    await app.faults()
    await app.advance('1 min')
    const id = await at.subscribe()
    expect(await at.atMicrosoft()).toMatchObject([{ id }])
    await app.advance('2 min')
    const message = await deliver(app, at.email, 'For us')
    await eventually(at.recordedMessageIds, (seen) => seen.includes(message))
    await app.runDueJobs()
    expect(await at.recordedMessageIds()).toEqual([message])
  })

  test('finds messages that arrived while the subscription was being created', async () => {
    await app.faults({ service: 'graph', method: 'POST', path: 'subscriptions', delayMs: 150 })
    const subscribing = at.subscribe()
    const realTime = () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('mailboxes').select('real_time').where('id', '=', at.mailboxId).executeTakeFirst(),
      )
    await eventually(realTime, (seen) => seen?.real_time === true)
    const message = await deliver(app, at.email)
    await subscribing
    await app.runDueJobs()
    expect(await at.recordedMessageIds()).toEqual([message])
  })

  test('stays switched off where Graph does not respond', async () => {
    await app.faults({ service: 'graph', method: 'POST', path: 'subscriptions', status: 503 })
    expect(await at.manage({ action: 'subscribe', mailboxId: at.mailboxId })).toMatchObject({
      body: { error: { code: 'outlook_unreachable' } },
    })
    expect(await at.hasWebhook()).toBe(false)
    expect(await at.atMicrosoft()).toEqual([])
    await app.faults()
    await at.reconcile()
    expect(await at.atMicrosoft()).toEqual([])
  })

  test.for([
    [{ status: 403 }, 'outlook_refused'],
    [{ status: 429, retryAfter: 3 }, 'outlook_busy'],
  ] as const)(
    'leaves no subscription at Microsoft where switching off and on again meets %j',
    async ([answer, code]) => {
      const subscriptionId = await at.subscribe()
      await app.faults({ service: 'graph', path: 'subscriptions', ...answer })
      expect((await at.manage({ action: 'unsubscribe', subscriptionId })).status).toBe(200)
      expect(await at.manage({ action: 'subscribe', mailboxId: at.mailboxId })).toMatchObject({
        body: { error: { code } },
      })
      expect(await at.hasWebhook()).toBe(false)
      expect(await at.atMicrosoft()).toMatchObject([{ id: subscriptionId }])
      await app.faults()
      await app.advance('3 min')
      await at.reconcile()
      expect(await at.atMicrosoft()).toEqual([])
      expect(await at.row()).toBeUndefined()
    },
  )
})

describe('unsubscribe', () => {
  test('deletes the subscription at Graph and its row', async () => {
    const subscriptionId = await at.subscribe()
    expect(await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).toMatchObject({
      body: { subscriptions: { graphSubscriptions: [{ id: subscriptionId }] } },
    })
    expect((await at.manage({ action: 'unsubscribe', subscriptionId })).body).toEqual({ success: true })
    expect(await at.atMicrosoft()).toEqual([])
    expect(await at.row()).toBeUndefined()
    expect((await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).body).toEqual({
      subscriptions: { graphSubscriptions: [] },
      polling: false,
    })
  })

  test('takes effect immediately where Graph does not respond, and is completed later', async () => {
    const subscriptionId = await at.subscribe()
    await app.faults({ service: 'graph', method: 'DELETE', path: 'subscriptions', status: 503 })
    expect((await at.manage({ action: 'unsubscribe', subscriptionId })).status).toBe(200)
    expect(await at.hasWebhook()).toBe(false)
    expect((await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).body).toMatchObject({
      subscriptions: { graphSubscriptions: [] },
      polling: false,
    })
    await deliver(app, at.email)
    await eventually(
      async () =>
        (await requestsTo(app, 'graph-notify')).filter(({ body }) => JSON.stringify(body).includes(subscriptionId)),
      (posts) => posts.length > 0,
    )
    expect(await at.recordedMessageIds()).toEqual([])
    await app.faults()
    await at.reconcile()
    expect(await at.atMicrosoft()).toEqual([])
    expect(await at.row()).toBeUndefined()
  })
})
