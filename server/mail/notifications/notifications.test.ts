import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callFunction,
  connectMailbox,
  deliver,
  eventually,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { createContext } from '../../context.ts'
import { statusOfMailboxes } from '../queries.ts'
import { keepSubscription, switchOn } from './queries.ts'
import { tendSubscription } from './tend-subscription.ts'

let app: App
let who: Visitor
let email: string
let mailboxId: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await connectMailbox(app, who, email)
  await app.drain()
})
afterEach(() => app.control('PUT', '/control/faults', []))

const manage = (input: object, visitor = who) => callFunction(app, visitor, 'mail-webhook-management', input)
const subscribe = async () => {
  const { status, body } = await manage({ action: 'subscribe', mailboxId })
  expect({ status, body }).toMatchObject({ status: 200 })
  const { subscription } = body
  if (typeof subscription !== 'object' || subscription === null || !('id' in subscription)) throw new Error('no id')
  return String(subscription.id)
}
interface AtMicrosoft {
  id: string
  mailbox: string
  expirationDateTime: string
  notificationUrl: string
}
const atMicrosoft = async (): Promise<AtMicrosoft[]> => {
  const all = await app.control('GET', '/control/subscriptions')
  return Array.isArray(all) ? all.filter((one: AtMicrosoft) => one.mailbox === email) : []
}
const row = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.graph_subscriptions').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirst(),
  )
/** What was recorded: waiting still, or sorted already. */
const recorded = async (): Promise<string[]> => {
  const rows = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.inbox_events')
      .select('message_id')
      .where('mailbox_id', '=', mailboxId)
      .union(tx.selectFrom('email_processing_logs').select('message_id').where('mailbox_id', '=', mailboxId))
      .execute(),
  )
  return rows.map((row) => row.message_id)
}
const hasWebhook = async () =>
  (await app.ctx.db.asService((tx) => statusOfMailboxes(tx, who.userId))).find(({ id }) => id === mailboxId)
    ?.has_webhook
const fault = (action: string, options: object = {}) =>
  app.control('POST', '/control/faults', { action, match: { mailbox: email }, options })
const run = async (name: 'tend-subscription' | 'catch-up') => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, name, { mailboxId }))
  await app.drain()
}
const lookAfter = async () => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'look-after-mailboxes', {}))
  await app.drain()
}

describe('subscribe', () => {
  test('makes one subscription, with immutable ids, and its notifications are recorded once', async () => {
    await app.control('DELETE', '/control/requests')
    const id = await subscribe()
    expect(await atMicrosoft()).toMatchObject([{ id, notificationUrl: `${app.url}/api/mail-webhook` }])
    const made = (await requestsTo(app, 'graph')).find(
      ({ method, url }) => method === 'POST' && url.endsWith('/subscriptions'),
    )
    expect(made?.headers.prefer).toContain('IdType="ImmutableId"')
    expect(made?.body).toMatchObject({ changeType: 'created', resource: "/me/mailFolders('inbox')/messages" })
    expect(await hasWebhook()).toBe(true)
    const message = await deliver(app, email)
    expect(await eventually(recorded, (seen) => seen.length > 0)).toEqual([message])
  })

  test('again answers the one that is there', async () => {
    const id = await subscribe()
    expect(await subscribe()).toBe(id)
    expect(await atMicrosoft()).toHaveLength(1)
  })

  test('makes a new one where the old one has died without a word', async () => {
    const old = await subscribe()
    await fault('subscriptionVanished')
    const id = await subscribe()
    expect(id).not.toBe(old)
    expect(await atMicrosoft()).toMatchObject([{ id }])
    expect(await row()).toMatchObject({ provider_subscription_id: id })
  })

  test.for([
    { maxSubscriptionMinutes: 4230 },
    { mailReadNeededToSubscribe: true },
    { sameResourceSpellings: false },
    { accessTokenLayout: 'opaque' },
  ])('works where Microsoft is %j', async (config) => {
    const before = await app.control('GET', '/control/config')
    await app.control('PUT', '/control/config', config)
    expect(await atMicrosoft()).toEqual([])
    const id = await subscribe()
    await app.control('PUT', '/control/config', before)
    expect(await atMicrosoft()).toMatchObject([{ id }])
  })

  test('tells of each mail, however Microsoft doubles and mixes what it tells', async () => {
    await subscribe()
    await app.control('PUT', '/control/config', { naturalFaults: true })
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => deliver(app, email, `Mail ${index}`)))
    await eventually(recorded, (seen) => seen.length >= 60)
    await app.control('PUT', '/control/config', { naturalFaults: false })
    expect((await recorded()).toSorted()).toEqual(ids.toSorted())
  })

  test('ten at once make one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => manage({ action: 'subscribe', mailboxId })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await atMicrosoft()).toMatchObject([{ id: (await row())?.provider_subscription_id }])
  })

  test('takes the place of an old one that nobody remembers', async () => {
    const old = await subscribe()
    await app.ctx.db.asService((tx) =>
      tx.deleteFrom('app.graph_subscriptions').where('mailbox_id', '=', mailboxId).execute(),
    )
    const id = await subscribe()
    expect(id).not.toBe(old)
    expect(await atMicrosoft()).toMatchObject([{ id }])
  })

  test('does not record what lay in the inbox before', async () => {
    await deliver(app, email, 'Old')
    await app.advance('1 min')
    await subscribe()
    const message = await deliver(app, email, 'New')
    await app.drain()
    await eventually(recorded, (seen) => seen.length > 0)
    expect(await recorded()).toEqual([message])
  })

  test('on two nodes at once makes one, and both know which', async () => {
    await using other = await createContext({
      config: app.ctx.config,
      secrets: { jwtSecret: app.ctx.config.jwtSecret ?? '', encryptionKeys: app.ctx.config.encryptionKeys ?? [] },
      server: app.database.server,
      log: app.ctx.log,
      clock: app.clock,
    })
    await app.ctx.db.asService((tx) => switchOn(tx, { mailboxId, userId: who.userId }, app.clock.now()))
    await Promise.allSettled([app.ctx, other, app.ctx, other].map((ctx) => tendSubscription(ctx, mailboxId)))
    await app.drain()
    expect(await atMicrosoft()).toMatchObject([{ id: (await row())?.provider_subscription_id }])
  })

  test('keeps the subscription that is there, unless it was deleted to make room', async () => {
    const id = await subscribe()
    const made = { id: 'another', clientStateHash: Buffer.alloc(32), expiresAt: new Date(), now: new Date() }
    expect(await app.ctx.db.asService((tx) => keepSubscription(tx, mailboxId, made, ['some-other']))).toBe(false)
    expect((await row())?.provider_subscription_id).toBe(id)
    expect(await app.ctx.db.asService((tx) => keepSubscription(tx, mailboxId, made, [id]))).toBe(true)
    expect((await row())?.provider_subscription_id).toBe('another')
  })

  test('does not record what arrived while the switch was off', async () => {
    const subscriptionId = await subscribe()
    await app.drain()
    await manage({ action: 'unsubscribe', subscriptionId })
    await deliver(app, email, 'Not for us')
    await app.advance('1 min')
    await subscribe()
    const message = await deliver(app, email, 'For us')
    await app.drain()
    expect(await eventually(recorded, (seen) => seen.length > 0)).toEqual([message])
  })

  test('finds what arrived while it was being made', async () => {
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'POST', path: 'subscriptions', delayMs: 150 },
    ])
    const subscribing = subscribe()
    await eventually(
      async () => (await app.ctx.db.asService((tx) => statusOfMailboxes(tx, who.userId))).length,
      (count) => count === 1,
    )
    const realTime = () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('mailboxes').select('real_time').where('id', '=', mailboxId).executeTakeFirst(),
      )
    await eventually(realTime, (seen) => seen?.real_time === true)
    const message = await deliver(app, email)
    await subscribing
    await app.drain()
    expect(await recorded()).toEqual([message])
  })

  test.for([
    [{ status: 503 }, 'outlook_unreachable'],
    [{ status: 403 }, 'outlook_refused'],
    [{ status: 429, retryAfter: 3 }, 'outlook_busy'],
  ] as const)('that Microsoft answers with %j leaves the switch off', async ([answer, code]) => {
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'POST', path: 'subscriptions', ...answer },
    ])
    expect(await manage({ action: 'subscribe', mailboxId })).toMatchObject({ body: { error: { code } } })
    expect(await hasWebhook()).toBe(false)
    expect(await atMicrosoft()).toEqual([])
    await app.control('PUT', '/control/faults', [])
    await lookAfter()
    expect(await atMicrosoft()).toEqual([])
  })

  test("of another person's mailbox is refused", async () => {
    const stranger = await signUp(app)
    const refused = { status: 404, body: { error: { code: 'mailbox_not_found' } } }
    expect(await manage({ action: 'subscribe', mailboxId }, stranger)).toMatchObject(refused)
    expect(await manage({ action: 'check-subscriptions', mailboxId }, stranger)).toMatchObject(refused)
    const subscriptionId = await subscribe()
    expect(await manage({ action: 'unsubscribe', subscriptionId }, stranger)).toMatchObject({
      status: 404,
      body: { error: { code: 'subscription_not_found' } },
    })
    expect(await atMicrosoft()).toHaveLength(1)
  })
})

describe('unsubscribe', () => {
  test('ends it at Microsoft and here', async () => {
    const subscriptionId = await subscribe()
    expect(await manage({ action: 'check-subscriptions', mailboxId })).toMatchObject({
      body: { subscriptions: { graphSubscriptions: [{ id: subscriptionId }] } },
    })
    expect((await manage({ action: 'unsubscribe', subscriptionId })).body).toEqual({ success: true })
    expect(await atMicrosoft()).toEqual([])
    expect(await row()).toBeUndefined()
    expect((await manage({ action: 'check-subscriptions', mailboxId })).body).toEqual({
      subscriptions: { graphSubscriptions: [] },
    })
  })

  test('counts at once, also where Microsoft does not answer, and is finished later', async () => {
    const subscriptionId = await subscribe()
    await app.control('PUT', '/control/faults', [
      { service: 'graph', method: 'DELETE', path: 'subscriptions', status: 503 },
    ])
    expect((await manage({ action: 'unsubscribe', subscriptionId })).status).toBe(200)
    expect(await hasWebhook()).toBe(false)
    expect((await manage({ action: 'check-subscriptions', mailboxId })).body).toMatchObject({
      subscriptions: { graphSubscriptions: [] },
    })
    await deliver(app, email)
    await eventually(
      async () =>
        (await requestsTo(app, 'graph-notify')).filter(({ body }) => JSON.stringify(body).includes(subscriptionId)),
      (posts) => posts.length > 0,
    )
    expect(await recorded()).toEqual([])
    await app.control('PUT', '/control/faults', [])
    await lookAfter()
    expect(await atMicrosoft()).toEqual([])
    expect(await row()).toBeUndefined()
  })
})

test('connecting again brings the notifications back, and finds what came meanwhile', async () => {
  const old = await subscribe()
  await app.drain()
  await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
  await fault('subscriptionVanished')
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: app.clock.now() })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
  await lookAfter()
  const message = await deliver(app, email)
  await lookAfter()
  expect(await atMicrosoft()).toEqual([])
  expect(await connectMailbox(app, who, email)).toBe(mailboxId)
  await app.drain()
  const live = await atMicrosoft()
  expect(live).toHaveLength(1)
  expect(live[0]?.id).not.toBe(old)
  expect(await recorded()).toEqual([message])
})

describe('renewal', () => {
  const expiry = async () => Date.parse((await atMicrosoft())[0]?.expirationDateTime ?? '')

  test('asks for 4,200 minutes, and again after a day, not before', async () => {
    await subscribe()
    const first = await expiry()
    expect(Math.round((first - app.clock.now().getTime()) / 60_000)).toBe(4200)
    await app.advance('23 h')
    await lookAfter()
    expect(await expiry()).toBe(first)
    await app.advance('1 h')
    await lookAfter()
    expect(await expiry()).toBeGreaterThan(first + 23 * 3600_000)
    expect((await row())?.expires_at.getTime()).toBe(await expiry())
  })

  test('makes a new one where Microsoft has forgotten the old, and looks for what was missed', async () => {
    const old = await subscribe()
    await app.drain()
    await fault('subscriptionVanished')
    const message = await deliver(app, email)
    await app.advance('25 h')
    await lookAfter()
    const live = await atMicrosoft()
    expect(live).toHaveLength(1)
    expect(live[0]?.id).not.toBe(old)
    expect((await row())?.provider_subscription_id).toBe(live[0]?.id)
    expect(await recorded()).toEqual([message])
  })

  test('makes a new one where all were away for a week', async () => {
    const old = await subscribe()
    await app.drain()
    const message = await deliver(app, email)
    await app.advance('7 days')
    await lookAfter()
    const live = await atMicrosoft()
    expect(live.map(({ id }) => id)).not.toContain(old)
    expect(live).toHaveLength(1)
    expect(await recorded()).toContain(message)
  })
})

describe('lifecycle events', () => {
  test('reauthorizationRequired renews, however new it is', async () => {
    await subscribe()
    await app.drain()
    await app.advance('1 h')
    const first = (await row())?.expires_at ?? new Date()
    await fault('reauthorizationRequired')
    await eventually(row, (seen) => (seen?.renewed_at.getTime() ?? 0) < 0)
    await app.drain()
    expect((await row())?.expires_at.getTime()).toBeGreaterThan(first.getTime())
  })

  test('subscriptionRemoved makes a new one and looks for what was missed', async () => {
    const old = await subscribe()
    await app.drain()
    await fault('subscriptionRemoved')
    await eventually(row, (seen) => seen === undefined)
    const message = await deliver(app, email)
    await app.drain()
    expect(await atMicrosoft()).toHaveLength(1)
    expect((await row())?.provider_subscription_id).not.toBe(old)
    expect(await recorded()).toEqual([message])
  })

  test('missed looks for what was missed', async () => {
    await subscribe()
    await app.drain()
    await app.control('PUT', '/control/faults', [{ service: 'graph-notify', path: '', drop: true }])
    const message = await deliver(app, email)
    await app.control('DELETE', '/control/requests')
    await fault('missed')
    await eventually(
      () => requestsTo(app, 'graph-notify'),
      (posts) => posts.some(({ status }) => status === 202),
    )
    await app.drain()
    expect(await recorded()).toEqual([message])
  })
})

test('disconnecting ends everything: rows, tokens, and the subscription at Microsoft', async () => {
  await subscribe()
  await deliver(app, email)
  await eventually(recorded, (seen) => seen.length > 0)
  const disconnect = (visitor = who) =>
    callFunction(app, visitor, 'mail-authentication', { action: 'disconnect', mailboxId })
  expect(await disconnect(await signUp(app))).toMatchObject({ status: 404 })
  expect(await atMicrosoft()).toHaveLength(1)
  expect(await disconnect()).toMatchObject({ status: 200, body: { success: true } })
  expect(await atMicrosoft()).toEqual([])
  for (const table of [
    'app.mailbox_tokens',
    'app.graph_subscriptions',
    'app.mailbox_work',
    'app.inbox_events',
    'email_folders',
  ] as const) {
    const left = await app.ctx.db.asService((tx) =>
      tx.selectFrom(table).selectAll().where('mailbox_id', '=', mailboxId).execute(),
    )
    expect(left).toEqual([])
  }
  expect(await disconnect()).toMatchObject({ status: 404 })
  await app.drain()
})

test('disconnecting does not wait for Microsoft to agree', async () => {
  await subscribe()
  await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', status: 503 }])
  expect(await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })).toMatchObject({
    status: 200,
  })
  expect(await hasWebhook()).toBeUndefined()
  await run('tend-subscription')
  await run('catch-up')
})
