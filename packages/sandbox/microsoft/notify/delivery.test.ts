import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  at,
  type Client,
  field,
  type Hook,
  listAt,
  startHook,
  startTestSandbox,
  type TestSandbox,
  textAt,
} from '../../kit/test-client.ts'

const EMAIL = 'anna@contoso.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
let sandbox: TestSandbox
let client: Client
let hook: Hook

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
  await sandbox.control('POST', '/outlook/mailboxes', {
    email: EMAIL,
    kind: 'work',
    folders: [{ displayName: 'Clients' }],
  })
  client = await sandbox.signIn(EMAIL)
  hook = await startHook()
})
afterEach(() => hook[Symbol.asyncDispose]())

async function wanted(changes: Record<string, unknown> = {}) {
  const now = Date.parse(textAt((await sandbox.control('GET', '/info')).body, 'now'))
  const expirationDateTime = new Date(now + 4200 * 60_000).toISOString()
  const usual = {
    changeType: 'created',
    notificationUrl: hook.url,
    resource: "/me/mailFolders('inbox')/messages",
    expirationDateTime,
    clientState: 'the state',
  }
  return { ...usual, ...changes }
}

const subscribe = async (changes: Record<string, unknown> = {}, headers: Record<string, string> = IMMUTABLE) =>
  client.send('POST', '/subscriptions', await wanted(changes), headers)

const advance = (duration: string) => sandbox.control('POST', '/clock', { advance: duration })

describe('delivery', () => {
  test('created for mail that comes or is moved in, with the id form of the POST, one folder alone', async () => {
    await subscribe()
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    await hook.waitFor(1)
    expect(hook.items[0]).toMatchObject({
      changeType: 'created',
      clientState: 'the state',
      resourceData: { id, '@odata.type': '#Microsoft.Graph.Message' },
    })
    await sandbox.deliver(EMAIL, { subject: 'elsewhere' }, 'Clients')
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder: 'Clients' })
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder: 'Inbox' })
    await hook.waitFor(2)
    expect(hook.items.map((item) => at(item, 'resourceData.id'))).toEqual([id, id])
  })

  test('updated and deleted where they are asked for; changing ids where the header was not set', async () => {
    await subscribe({ changeType: 'created,updated,deleted' }, {})
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    const rest = textAt((await client.get(`/me/messages/${id}`)).body, 'id')
    await client.send('PATCH', `/me/messages/${id}`, { isRead: true })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
    await hook.waitFor(3)
    expect(hook.items.map((item) => [at(item, 'changeType'), at(item, 'resourceData.id')])).toEqual([
      ['created', rest],
      ['updated', rest],
      ['deleted', rest],
    ])
  })

  test('the whole mailbox sees its own moves, in one of two ways', async () => {
    await subscribe({ resource: '/me/messages', changeType: 'created,updated,deleted' })
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
    await hook.waitFor(3)
    await sandbox.control('PUT', '/config', { moveUnderMessages: 'updated' })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'inbox' })
    await hook.waitFor(4)
    expect(hook.items.map((item) => at(item, 'changeType'))).toEqual(['created', 'deleted', 'created', 'updated'])
  })

  test('changes that come together travel together', async () => {
    await subscribe()
    // Copies of one notification: mails would come as far apart as this machine is busy.
    await sandbox.control('PUT', '/faults', [
      { service: 'graph-notify', path: '', duplicate: 4, options: { spacingMs: 0 }, times: 1 },
    ])
    await sandbox.deliver(EMAIL, { subject: 'five times' })
    await advance('PT1S')
    expect(hook.items).toHaveLength(5)
    expect(hook.posts.filter(({ body }) => body !== '').length).toBeLessThan(5)
  })

  test('what is not answered with 2xx comes again, for four hours', async () => {
    await subscribe()
    hook.answerWith(500)
    await sandbox.deliver(EMAIL, { subject: 'a' })
    await advance('PT1M')
    const tried = hook.posts.length
    expect(tried).toBeGreaterThan(3)
    hook.answerWith(202)
    await advance('PT30M')
    expect(hook.items).toHaveLength(1)
    hook.answerWith(500)
    await sandbox.deliver(EMAIL, { subject: 'b' })
    await advance('PT9H')
    hook.answerWith(202)
    await advance('PT4H')
    expect(hook.items).toHaveLength(1)
  })

  test('a host that answers slowly is sent nothing for a while, and then hears that it missed something', async () => {
    await sandbox.control('PUT', '/config', { slowAnswerMs: 0 })
    await subscribe({ lifecycleNotificationUrl: hook.url })
    for (let turn = 0; turn < 10; turn++) {
      await sandbox.deliver(EMAIL, { subject: String(turn) })
      await hook.waitFor(turn + 1)
    }
    // The last answer is to be noted by the rule of before.
    await advance('PT0S')
    await sandbox.control('PUT', '/config', { slowAnswerMs: null })
    await sandbox.deliver(EMAIL, { subject: 'lost' })
    await advance('PT5M')
    expect(hook.items).toHaveLength(10)
    await advance('PT6M')
    expect(hook.items).toHaveLength(11)
    expect(hook.items[10]).toMatchObject({ lifecycleEvent: 'missed' })
  })

  test('by the model of 2023 a host is judged after a hundred answers', async () => {
    await sandbox.control('PUT', '/config', { slowAnswerMs: 0, slowHostModel: '2023', notifyDelayMs: 0 })
    await subscribe({ lifecycleNotificationUrl: hook.url })
    for (let turn = 0; turn < 30; turn++) {
      await sandbox.deliver(EMAIL, { subject: String(turn) })
      await hook.waitFor(turn + 1)
    }
    expect(hook.items).toHaveLength(30)
  })

  test('with latency=real a notification may take minutes, three at most', async () => {
    await sandbox.control('PUT', '/config', { latency: 'real' })
    await subscribe()
    for (let turn = 0; turn < 30; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    await advance('PT1S')
    expect(hook.items.length).toBeLessThan(30)
    await advance('PT3M')
    expect(hook.items).toHaveLength(30)
  })

  test('faults of the list by shape: dropped, twice, refused and sent again', async () => {
    await subscribe()
    await sandbox.control('PUT', '/faults', [
      { service: 'graph-notify', path: '', drop: true, times: 1 },
      { service: 'graph-notify', path: 'created', duplicate: true, times: 1 },
      { service: 'graph-notify', path: '/api/mail-webhook', status: 500, times: 1 },
    ])
    await sandbox.deliver(EMAIL, { subject: 'dropped' })
    const twice = await sandbox.deliver(EMAIL, { subject: 'twice' })
    const again = await sandbox.deliver(EMAIL, { subject: 'again' })
    await advance('PT5S')
    expect(hook.items.map((item) => at(item, 'resourceData.id'))).toEqual([twice, twice, again])
  })

  test('forged notifications and ghosts', async () => {
    await subscribe()
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action: 'forgedNotification' })
    expect(hook.items).toMatchObject([{ clientState: 'not-the-secret' }])
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action: 'ghostMessage' })
    await hook.waitFor(2)
    expect(hook.items[1]).toMatchObject({ clientState: 'the state' })
    expect((await client.get(`/me/messages/${textAt(hook.items[1], 'resourceData.id')}`)).status).toBe(404)
  })

  test('with natural faults on, about one in fifty comes twice and shapes vary', async () => {
    await sandbox.control('PUT', '/config', { naturalFaults: true, notifyDelayMs: 5 })
    await subscribe({ changeType: 'created,updated' })
    for (let turn = 0; turn < 250; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    await advance('PT10S')
    const created = hook.items.filter((item) => at(item, 'changeType') === 'created')
    const ids = new Set(created.map((item) => at(item, 'resourceData.id')))
    expect(ids.size).toBe(250)
    expect(created.length).toBeGreaterThan(250)
    expect(hook.items.length).toBeGreaterThan(created.length)
    expect(new Set(hook.items.map((item) => String(at(item, 'resource')).slice(0, 5))).size).toBe(2)
    expect(hook.items.some((item) => field(item, 'id') === undefined)).toBe(true)
  })

  test('every attempt is in the journal', async () => {
    await subscribe()
    await sandbox.deliver(EMAIL, { subject: 'a' })
    await hook.waitFor(1)
    await advance('PT1S')
    const entries = listAt({ value: (await sandbox.control('GET', '/requests?service=graph-notify')).body })
    expect(entries).toMatchObject([
      { method: 'POST', status: 200 },
      { status: 202, body: { value: [{ changeType: 'created' }] } },
    ])
    const log = listAt({ value: (await sandbox.control('GET', `/log?mailbox=${EMAIL}`)).body })
    expect(log).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          service: 'graph',
          path: expect.stringContaining('/subscriptions'),
          prefer: IMMUTABLE.prefer,
        }),
      ]),
    )
    expect(JSON.stringify(log)).not.toContain('the state')
  })
})

describe('notifications that go wrong, by name', () => {
  const named = (action: string, options: Record<string, unknown> = {}) =>
    sandbox.control('POST', '/faults', { action, options, times: 1, match: { mailbox: EMAIL } })
  const idsTold = () => hook.items.map((item) => at(item, 'resourceData.id'))

  test('more often, not at all, later, in another order', async () => {
    await subscribe({ lifecycleNotificationUrl: hook.url })
    await named('duplicateNotification', { copies: 2 })
    const thrice = await sandbox.deliver(EMAIL, { subject: 'thrice' })
    await advance('PT1S')
    expect(idsTold()).toEqual([thrice, thrice, thrice])
    await named('dropNotification', { missed: true })
    await sandbox.deliver(EMAIL, { subject: 'dropped' })
    await advance('PT1S')
    expect(hook.items.slice(3)).toMatchObject([{ lifecycleEvent: 'missed' }])
    await named('delayNotification')
    const late = await sandbox.deliver(EMAIL, { subject: 'late' })
    await advance('PT2M')
    expect(hook.items).toHaveLength(4)
    await advance('PT2M')
    expect(idsTold().slice(4)).toEqual([late])
    await named('reorderNotifications')
    const second = await sandbox.deliver(EMAIL, { subject: 'told second' })
    const first = await sandbox.deliver(EMAIL, { subject: 'told first' })
    await advance('PT1S')
    expect(idsTold().slice(5)).toEqual([first, second])
  })

  test('a delivery that is lost on the way comes again', async () => {
    await subscribe()
    await named('refuseDelivery')
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    await advance('PT1S')
    expect(hook.items).toEqual([])
    await advance('PT5S')
    expect(idsTold()).toEqual([id])
  })

  test('an odd validation: asked twice, of another type, with markup in the token', async () => {
    for (const how of ['twice', 'contentType', 'html']) {
      const before = hook.posts.length
      await named('validationTrouble', { how })
      const id = textAt((await subscribe()).body, 'id')
      expect(hook.posts.length - before).toBe(how === 'twice' ? 2 : 1)
      expect((await client.send('DELETE', `/subscriptions/${id}`)).status).toBe(204)
    }
    expect(decodeURIComponent(hook.posts.at(-1)?.url ?? '')).toContain('<script>')
  })
})
