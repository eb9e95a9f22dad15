import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { liveMailbox } from '../../../test/kit/live-mailbox.ts'
import { deliver, eventually, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { createContext } from '../../compose.ts'
import { keepSubscription, switchOn } from './queries.ts'
import { tendSubscription } from './tend-subscription.ts'

let app: App
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  at = await liveMailbox(app)
})
afterEach(() => app.control('PUT', '/control/faults', []))

describe('subscribe', () => {
  test('makes one subscription, with immutable ids, and its notifications are recorded once', async () => {
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
    expect(await eventually(at.recorded, (seen) => seen.length > 0)).toEqual([message])
  })

  test('again answers the one that is there', async () => {
    const id = await at.subscribe()
    expect(await at.subscribe()).toBe(id)
    expect(await at.atMicrosoft()).toHaveLength(1)
  })

  test('makes a new one where the old one has died without a word', async () => {
    const old = await at.subscribe()
    await at.fault('subscriptionVanished')
    const id = await at.subscribe()
    expect(id).not.toBe(old)
    expect(await at.atMicrosoft()).toMatchObject([{ id }])
    expect(await at.row()).toMatchObject({ provider_subscription_id: id })
  })

  test.for([
    { maxSubscriptionMinutes: 4230 },
    { mailReadNeededToSubscribe: true },
    { sameResourceSpellings: false },
    { accessTokenLayout: 'opaque' },
  ])('works where Microsoft is %j', async (config) => {
    const before = await app.control('GET', '/control/config')
    await app.control('PUT', '/control/config', config)
    expect(await at.atMicrosoft()).toEqual([])
    const id = await at.subscribe()
    await app.control('PUT', '/control/config', before)
    expect(await at.atMicrosoft()).toMatchObject([{ id }])
  })

  test('tells of each mail, however Microsoft doubles and mixes what it tells', async () => {
    await at.subscribe()
    await app.control('PUT', '/control/config', { naturalFaults: true })
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => deliver(app, at.email, `Mail ${index}`)))
    await eventually(at.recorded, (seen) => seen.length >= 60)
    await app.control('PUT', '/control/config', { naturalFaults: false })
    expect((await at.recorded()).toSorted()).toEqual(ids.toSorted())
  })

  test('ten at once make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => at.manage({ action: 'subscribe', mailboxId: at.mailboxId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await at.atMicrosoft()).toMatchObject([{ id: (await at.row())?.provider_subscription_id }])
  })

  test('takes the place of an old one that nobody remembers', async () => {
    const old = await at.subscribe()
    await app.ctx.db.asService((tx) =>
      tx.deleteFrom('app.graph_subscriptions').where('mailbox_id', '=', at.mailboxId).execute(),
    )
    const id = await at.subscribe()
    expect(id).not.toBe(old)
    expect(await at.atMicrosoft()).toMatchObject([{ id }])
  })

  test('does not record what lay in the inbox before', async () => {
    await deliver(app, at.email, 'Old')
    await app.advance('1 min')
    await at.subscribe()
    const message = await deliver(app, at.email, 'New')
    await app.drain()
    await eventually(at.recorded, (seen) => seen.length > 0)
    expect(await at.recorded()).toEqual([message])
  })

  test('on two nodes at once makes one, and both know which', async () => {
    await using other = await createContext({
      config: app.ctx.config,
      secrets: { jwtSecret: app.ctx.config.jwtSecret ?? '', encryptionKeys: app.ctx.config.encryptionKeys ?? [] },
      server: app.database.server,
      log: app.ctx.log,
      clock: app.clock,
    })
    await app.ctx.db.asService((tx) =>
      switchOn(tx, { mailboxId: at.mailboxId, userId: at.who.userId }, app.clock.now()),
    )
    await Promise.allSettled([app.ctx, other, app.ctx, other].map((ctx) => tendSubscription(ctx, at.mailboxId)))
    await app.drain()
    expect(await at.atMicrosoft()).toMatchObject([{ id: (await at.row())?.provider_subscription_id }])
  })

  test('keeps the subscription that is there, unless it was deleted to make room; none where the switch is off', async () => {
    const id = await at.subscribe()
    const made = { id: 'another', clientStateHash: Buffer.alloc(32), expiresAt: new Date(), now: new Date() }
    expect(await app.ctx.db.asService((tx) => keepSubscription(tx, at.mailboxId, made, ['some-other']))).toBe(false)
    expect((await at.row())?.provider_subscription_id).toBe(id)
    expect(await app.ctx.db.asService((tx) => keepSubscription(tx, at.mailboxId, made, [id]))).toBe(true)
    expect((await at.row())?.provider_subscription_id).toBe('another')
    await at.manage({ action: 'unsubscribe', subscriptionId: 'another' })
    expect(await app.ctx.db.asService((tx) => keepSubscription(tx, at.mailboxId, made, []))).toBe(false)
  })

  test('does not record what arrived while the switch was off', async () => {
    const subscriptionId = await at.subscribe()
    await app.drain()
    await at.manage({ action: 'unsubscribe', subscriptionId })
    await deliver(app, at.email, 'Not for us')
    await app.advance('1 min')
    await at.subscribe()
    const message = await deliver(app, at.email, 'For us')
    await app.drain()
    expect(await eventually(at.recorded, (seen) => seen.length > 0)).toEqual([message])
  })

  test('finds what arrived while it was being made', async () => {
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'POST', path: 'subscriptions', delayMs: 150 },
    ])
    const subscribing = at.subscribe()
    const realTime = () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('mailboxes').select('real_time').where('id', '=', at.mailboxId).executeTakeFirst(),
      )
    await eventually(realTime, (seen) => seen?.real_time === true)
    const message = await deliver(app, at.email)
    await subscribing
    await app.drain()
    expect(await at.recorded()).toEqual([message])
  })

  test.for([
    [{ status: 503 }, 'outlook_unreachable'],
    [{ status: 403 }, 'outlook_refused'],
    [{ status: 429, retryAfter: 3 }, 'outlook_busy'],
  ] as const)('that Microsoft answers with %j leaves the switch off', async ([answer, code]) => {
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'POST', path: 'subscriptions', ...answer },
    ])
    expect(await at.manage({ action: 'subscribe', mailboxId: at.mailboxId })).toMatchObject({
      body: { error: { code } },
    })
    expect(await at.hasWebhook()).toBe(false)
    expect(await at.atMicrosoft()).toEqual([])
    await app.control('PUT', '/control/faults', [])
    await at.lookAfter()
    expect(await at.atMicrosoft()).toEqual([])
  })

  test("of another person's mailbox is refused", async () => {
    const stranger = await signUp(app)
    const refused = { status: 404, body: { error: { code: 'mailbox_not_found' } } }
    expect(await at.manage({ action: 'subscribe', mailboxId: at.mailboxId }, stranger)).toMatchObject(refused)
    expect(await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId }, stranger)).toMatchObject(refused)
    const subscriptionId = await at.subscribe()
    expect(await at.manage({ action: 'unsubscribe', subscriptionId }, stranger)).toMatchObject({
      status: 404,
      body: { error: { code: 'subscription_not_found' } },
    })
    expect(await at.atMicrosoft()).toHaveLength(1)
  })
})

describe('unsubscribe', () => {
  test('ends it at Microsoft and here', async () => {
    const subscriptionId = await at.subscribe()
    expect(await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).toMatchObject({
      body: { subscriptions: { graphSubscriptions: [{ id: subscriptionId }] } },
    })
    expect((await at.manage({ action: 'unsubscribe', subscriptionId })).body).toEqual({ success: true })
    expect(await at.atMicrosoft()).toEqual([])
    expect(await at.row()).toBeUndefined()
    expect((await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).body).toEqual({
      subscriptions: { graphSubscriptions: [] },
    })
  })

  test('counts at once, also where Microsoft does not answer, and is finished later', async () => {
    const subscriptionId = await at.subscribe()
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'DELETE', path: 'subscriptions', status: 503 },
    ])
    expect((await at.manage({ action: 'unsubscribe', subscriptionId })).status).toBe(200)
    expect(await at.hasWebhook()).toBe(false)
    expect((await at.manage({ action: 'check-subscriptions', mailboxId: at.mailboxId })).body).toMatchObject({
      subscriptions: { graphSubscriptions: [] },
    })
    await deliver(app, at.email)
    await eventually(
      async () =>
        (await requestsTo(app, 'graph-notify')).filter(({ body }) => JSON.stringify(body).includes(subscriptionId)),
      (posts) => posts.length > 0,
    )
    expect(await at.recorded()).toEqual([])
    await app.control('PUT', '/control/faults', [])
    await at.lookAfter()
    expect(await at.atMicrosoft()).toEqual([])
    expect(await at.row()).toBeUndefined()
  })
})
