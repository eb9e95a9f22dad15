import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  at,
  type Client,
  type NotificationReceiver,
  listAt,
  startNotificationReceiver,
  textAt,
} from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const sandbox = await sandboxOfFile()
let client: Client
let receiver: NotificationReceiver

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', {
    email: EMAIL,
    kind: 'work',
    folders: [{ displayName: 'Clients' }],
  })
  client = await sandbox.signIn(EMAIL)
  receiver = await startNotificationReceiver()
})
afterEach(() => receiver[Symbol.asyncDispose]())

const codeOf = (body: unknown) => at(body, 'error.code')

async function wanted(changes: Record<string, unknown> = {}) {
  const now = Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))
  const expirationDateTime = new Date(now + 4200 * 60_000).toISOString()
  const defaults = {
    changeType: 'created',
    notificationUrl: receiver.url,
    resource: "/me/mailFolders('inbox')/messages",
    expirationDateTime,
    clientState: 'the state',
  }
  return { ...defaults, ...changes }
}

const subscribe = async (changes: Record<string, unknown> = {}, headers: Record<string, string> = IMMUTABLE) =>
  client.send('POST', '/subscriptions', await wanted(changes), headers)

const advance = (duration: string) => sandbox.control('POST', '/clock', { advance: duration })

describe('creating', () => {
  test('validates each address with a token, and keeps its query', async () => {
    const answer = await subscribe({ notificationUrl: `${receiver.url}?key=1`, lifecycleNotificationUrl: receiver.url })
    expect(answer).toMatchObject({
      status: 201,
      body: { clientState: 'the state', resource: "/me/mailFolders('inbox')/messages" },
    })
    expect(receiver.posts.map(({ url }) => url.replace(/validationToken=.*/, ''))).toEqual([
      '/api/mail-webhook?key=1&',
      '/api/mail-webhook?',
    ])
    expect(receiver.posts[0]).toMatchObject({ body: '', url: expect.stringContaining('%22100%25%22') })
    const id = textAt(answer.body, 'id')
    expect((await client.get(`/subscriptions/${id}`)).body).toMatchObject({ id, clientState: null })
    expect(listAt((await client.get('/subscriptions')).body)).toMatchObject([{ id, clientState: null }])
  })

  test.each([
    ['another status', (text: string) => ({ status: 202, type: 'text/plain', text })],
    ['a redirect', (text: string) => ({ status: 308, type: 'text/plain', text })],
    ['another type', (text: string) => ({ status: 200, type: 'application/json', text })],
    ['the encoded token', (text: string) => ({ status: 200, type: 'text/plain', text: encodeURIComponent(text) })],
  ])('is refused where the address responds with %s', async (_, answer) => {
    receiver.validateWith(answer)
    expect(await subscribe()).toMatchObject({
      status: 400,
      body: { error: { code: 'ValidationError', message: expect.stringContaining('validation request failed') } },
    })
    await sandbox.control('PUT', '/config', { validationCode: 'InvalidRequest' })
    expect(codeOf((await subscribe()).body)).toBe('InvalidRequest')
    expect(listAt((await client.get('/subscriptions')).body)).toEqual([])
  })

  test('has a validation timeout; follows redirects only with followRedirects', async () => {
    await sandbox.control('PUT', '/config', { validationTimeoutMs: 60 })
    receiver.validateWith(() => null)
    expect(await subscribe()).toMatchObject({
      status: 400,
      body: { error: { message: 'Subscription validation request timed out.' } },
    })
    await sandbox.control('PUT', '/config', { validationTimeoutMs: 10_000, followRedirects: true })
    let first = true
    receiver.validateWith((text) => {
      const answer = first
        ? {
            status: 307,
            type: 'text/plain',
            text,
            location: `${receiver.url}?validationToken=${encodeURIComponent(text)}`,
          }
        : { status: 200, type: 'text/plain', text }
      first = false
      return answer
    })
    expect((await subscribe()).status).toBe(201)
  })

  test('is refused where no server listens', async () => {
    expect((await subscribe({ notificationUrl: 'http://127.0.0.1:1/x' })).status).toBe(400)
  })

  test('refuses an invalid body before the validation', async () => {
    const bad: Record<string, unknown>[] = [
      { notificationUrl: 'http://example.org/hook' },
      { clientState: 'x'.repeat(129) },
      { expirationDateTime: undefined },
      { expirationDateTime: '2026-01-01T00:00:00' },
      { expirationDateTime: '2020-01-01T00:00:00Z' },
      { changeType: 'made' },
      { resource: '/me/contacts' },
      { colour: 'red' },
      { includeResourceData: true },
    ]
    for (const change of bad) expect([change, (await subscribe(change)).status]).toEqual([change, 400])
    expect(receiver.posts).toEqual([])
    await sandbox.control('PUT', '/config', { loopbackHttp: false })
    expect((await subscribe()).status).toBe(400)
  })

  test('refuses an expiry too far away; extends one too near to 45 minutes', async () => {
    const now = Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))
    const minutes = (count: number) => ({ expirationDateTime: new Date(now + count * 60_000).toISOString() })
    expect(await subscribe(minutes(10_090))).toMatchObject({
      status: 400,
      body: {
        error: { code: 'ExtensionError', message: 'Subscription expiration can only be 10080 minutes in the future.' },
      },
    })
    await sandbox.control('PUT', '/config', { maxSubscriptionMinutes: 4230, tooFarCode: 'ErrorInvalidParameter' })
    expect(codeOf((await subscribe(minutes(5000))).body)).toBe('ErrorInvalidParameter')
    const raised = Date.parse(textAt((await subscribe(minutes(5))).body, 'expirationDateTime'))
    expect(raised - now).toBeGreaterThanOrEqual(44 * 60_000)
  })

  test('refuses a duplicate with 409 and the id of the first, in any spelling of the resource', async () => {
    const id = textAt((await subscribe()).body, 'id')
    const me = textAt((await client.get('/me')).body, 'id')
    for (const resource of ['me/mailFolders/Inbox/messages', `users/${me}/mailFolders('inbox')/messages`]) {
      expect(await subscribe({ resource })).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringContaining(id) } },
      })
    }
    await sandbox.control('PUT', '/config', { sameResourceSpellings: false })
    expect((await subscribe({ resource: 'me/mailFolders/Inbox/messages' })).status).toBe(201)
    await sandbox.control('PUT', '/config', { maxSubscriptions: 2 })
    expect((await subscribe({ changeType: 'deleted' })).status).toBe(403)
  })

  test('requires a mail scope, or Mail.Read itself with mailReadNeededToSubscribe', async () => {
    const make = async (scope: string) =>
      (await sandbox.signIn(EMAIL, scope)).send('POST', '/subscriptions', await wanted())
    expect((await make('User.Read')).status).toBe(403)
    await sandbox.control('PUT', '/config', { mailReadNeededToSubscribe: true })
    expect((await make('Mail.ReadWrite')).status).toBe(403)
    expect((await make('Mail.Read')).status).toBe(201)
  })

  test('is refused for a mailbox without a licence, with one of two errors', async () => {
    await sandbox.control('POST', '/outlook/mailboxes', {
      email: 'gone@contoso.example',
      kind: 'inactive',
      folders: [],
    })
    const gone = await sandbox.signIn('gone@contoso.example')
    expect((await gone.send('POST', '/subscriptions', await wanted())).status).toBe(404)
    await sandbox.control('PUT', '/config', { unlicensedSubscription: 'ExtensionError' })
    expect(await gone.send('POST', '/subscriptions', await wanted())).toMatchObject({
      status: 400,
      body: { error: { code: 'ExtensionError' } },
    })
  })
})

describe('lifecycle', () => {
  test('PATCH renews; an unknown or ended one is not found; a lifecycle address cannot be added', async () => {
    const id = textAt((await subscribe()).body, 'id')
    const { expirationDateTime } = await wanted()
    await advance('PT60M')
    expect((await client.send('PATCH', `/subscriptions/${id}`, { expirationDateTime })).status).toBe(200)
    expect(
      (await client.send('PATCH', `/subscriptions/${id}`, { lifecycleNotificationUrl: receiver.url })).status,
    ).toBe(400)
    expect((await client.send('POST', `/subscriptions/${id}/reauthorize`)).status).toBe(204)
    await advance('PT70H')
    client = await sandbox.signIn(EMAIL)
    for (const method of ['PATCH', 'DELETE']) {
      expect(
        await client.send(
          method,
          `/subscriptions/${id}`,
          method === 'PATCH'
            ? await wanted().then((all) => ({ expirationDateTime: all.expirationDateTime }))
            : undefined,
        ),
      ).toMatchObject({ status: 404, body: { error: { code: 'ResourceNotFound' } } })
    }
    expect(receiver.items).toEqual([])
  })

  test('sends reminders before the end, until reauthorization', async () => {
    const now = Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))
    const expirationDateTime = new Date(now + 8 * 3600_000).toISOString()
    const id = textAt((await subscribe({ expirationDateTime, lifecycleNotificationUrl: receiver.url })).body, 'id')
    await advance('PT6H1M')
    expect(receiver.items).toMatchObject([
      { subscriptionId: id, lifecycleEvent: 'reauthorizationRequired', clientState: 'the state' },
    ])
    expect(receiver.items[0]).not.toHaveProperty('resourceData')
    await advance('PT90M')
    expect(receiver.items).toHaveLength(4)
    client = await sandbox.signIn(EMAIL)
    expect((await client.send('POST', `/subscriptions/${id}/reauthorize`)).status).toBe(204)
    await advance('PT20M')
    expect(receiver.items).toHaveLength(4)
  })

  test('ends without a notification, or with one with removedOnExpiry', async () => {
    await sandbox.control('PUT', '/config', { removedOnExpiry: true, showExpiredSubscriptionsMs: 60_000 })
    const now = Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))
    await subscribe({
      expirationDateTime: new Date(now + 46 * 60_000).toISOString(),
      lifecycleNotificationUrl: receiver.url,
    })
    await advance('PT46M1S')
    expect(receiver.items.at(-1)).toMatchObject({ lifecycleEvent: 'subscriptionRemoved' })
    expect(listAt((await client.get('/subscriptions')).body)).toHaveLength(1)
    await advance('PT2M')
    expect(listAt((await client.get('/subscriptions')).body)).toEqual([])
  })

  test('holds changes while the grant is invalid, and sends them after a renewal', async () => {
    const id = textAt((await subscribe({ lifecycleNotificationUrl: receiver.url })).body, 'id')
    await sandbox.control('PUT', `/outlook/${EMAIL}/grant`, { ended: 'consent' })
    await sandbox.deliver(EMAIL, { subject: 'held' })
    await advance('PT1H')
    expect(receiver.items).toEqual([])
    client = await sandbox.signIn(EMAIL)
    const { expirationDateTime } = await wanted()
    await client.send('PATCH', `/subscriptions/${id}`, { expirationDateTime })
    await receiver.waitFor(1)
    expect(receiver.items).toMatchObject([{ changeType: 'created' }])
  })

  test.each([
    ['subscriptionRemoved', 404],
    ['missed', 200],
    ['subscriptionVanished', 404],
  ])('the fault %s', async (action, status) => {
    const id = textAt((await subscribe({ lifecycleNotificationUrl: receiver.url })).body, 'id')
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action })
    if (action !== 'subscriptionVanished') {
      await receiver.waitFor(1)
      expect(receiver.items).toMatchObject([{ lifecycleEvent: action, subscriptionId: id }])
    }
    expect((await client.get(`/subscriptions/${id}`)).status).toBe(status)
  })
})
