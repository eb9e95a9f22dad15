import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  at,
  type Client,
  field,
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

describe('delivery', () => {
  test('sends created for delivered and moved messages of the folder, with the right id form', async () => {
    await subscribe()
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    await receiver.waitFor(1)
    expect(receiver.items[0]).toMatchObject({
      changeType: 'created',
      clientState: 'the state',
      resourceData: { id, '@odata.type': '#Microsoft.Graph.Message' },
    })
    await sandbox.deliver(EMAIL, { subject: 'elsewhere' }, 'Clients')
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder: 'Clients' })
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder: 'Inbox' })
    await receiver.waitFor(2)
    expect(receiver.items.map((item) => at(item, 'resourceData.id'))).toEqual([id, id])
  })

  test('sends updated and deleted on request; mutable ids without the header', async () => {
    await subscribe({ changeType: 'created,updated,deleted' }, {})
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    const rest = textAt((await client.get(`/me/messages/${id}`)).body, 'id')
    await client.send('PATCH', `/me/messages/${id}`, { isRead: true })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
    await receiver.waitFor(3)
    expect(receiver.items.map((item) => [at(item, 'changeType'), at(item, 'resourceData.id')])).toEqual([
      ['created', rest],
      ['updated', rest],
      ['deleted', rest],
    ])
  })

  test('reports moves to a subscription of the whole mailbox, in one of two ways', async () => {
    await subscribe({ resource: '/me/messages', changeType: 'created,updated,deleted' })
    const id = await sandbox.deliver(EMAIL, { subject: 'a' })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
    await receiver.waitFor(3)
    await sandbox.control('PUT', '/config', { moveUnderMessages: 'updated' })
    await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'inbox' })
    await receiver.waitFor(4)
    expect(receiver.items.map((item) => at(item, 'changeType'))).toEqual(['created', 'deleted', 'created', 'updated'])
  })

  test('sends simultaneous changes in one POST', async () => {
    await subscribe()
    // Copies of one notification, because separate deliveries may be too far apart on a busy machine.
    await sandbox.control('PUT', '/faults', [
      { service: 'graph-notify', path: '', duplicate: 4, options: { spacingMs: 0 }, times: 1 },
    ])
    await sandbox.deliver(EMAIL, { subject: 'five times' })
    await advance('PT1S')
    expect(receiver.items).toHaveLength(5)
    expect(receiver.posts.filter(({ body }) => body !== '').length).toBeLessThan(5)
  })

  test('retries for four hours without a 2xx', async () => {
    await subscribe()
    receiver.answerWith(500)
    await sandbox.deliver(EMAIL, { subject: 'a' })
    await advance('PT1M')
    const tried = receiver.posts.length
    expect(tried).toBeGreaterThan(3)
    receiver.answerWith(202)
    await advance('PT30M')
    expect(receiver.items).toHaveLength(1)
    receiver.answerWith(500)
    await sandbox.deliver(EMAIL, { subject: 'b' })
    await advance('PT9H')
    receiver.answerWith(202)
    await advance('PT4H')
    expect(receiver.items).toHaveLength(1)
  })

  test('drops notifications for a slow host, and sends missed afterwards', async () => {
    await sandbox.control('PUT', '/config', { slowAnswerMs: 0 })
    await subscribe({ lifecycleNotificationUrl: receiver.url })
    for (let turn = 0; turn < 10; turn++) {
      await sandbox.deliver(EMAIL, { subject: String(turn) })
      await receiver.waitFor(turn + 1)
    }
    // The last response is recorded under the setting before.
    await advance('PT0S')
    await sandbox.control('PUT', '/config', { slowAnswerMs: null })
    await sandbox.deliver(EMAIL, { subject: 'lost' })
    await advance('PT5M')
    expect(receiver.items).toHaveLength(10)
    await advance('PT6M')
    expect(receiver.items).toHaveLength(11)
    expect(receiver.items[10]).toMatchObject({ lifecycleEvent: 'missed' })
  })

  test('slowHostModel 2023 requires a hundred responses', async () => {
    await sandbox.control('PUT', '/config', { slowAnswerMs: 0, slowHostModel: '2023', notifyDelayMs: 0 })
    await subscribe({ lifecycleNotificationUrl: receiver.url })
    for (let turn = 0; turn < 30; turn++) {
      await sandbox.deliver(EMAIL, { subject: String(turn) })
      await receiver.waitFor(turn + 1)
    }
    expect(receiver.items).toHaveLength(30)
  })

  test('latency=real delays notifications by up to three minutes', async () => {
    await sandbox.control('PUT', '/config', { latency: 'real' })
    await subscribe()
    for (let turn = 0; turn < 30; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    await advance('PT1S')
    expect(receiver.items.length).toBeLessThan(30)
    await advance('PT3M')
    expect(receiver.items).toHaveLength(30)
  })

  test('faults drop, duplicate, and refuse notifications', async () => {
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
    expect(receiver.items.map((item) => at(item, 'resourceData.id'))).toEqual([twice, twice, again])
  })

  test('sends forged notifications and notifications of unknown messages', async () => {
    await subscribe()
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action: 'forgedNotification' })
    expect(receiver.items).toMatchObject([{ clientState: 'not-the-secret' }])
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action: 'ghostMessage' })
    await receiver.waitFor(2)
    expect(receiver.items[1]).toMatchObject({ clientState: 'the state' })
    expect((await client.get(`/me/messages/${textAt(receiver.items[1], 'resourceData.id')}`)).status).toBe(404)
  })

  test('natural faults duplicate about one in fifty and vary the spelling', async () => {
    await sandbox.control('PUT', '/config', { naturalFaults: true, notifyDelayMs: 5 })
    await subscribe({ changeType: 'created,updated' })
    for (let turn = 0; turn < 250; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    await advance('PT10S')
    const created = receiver.items.filter((item) => at(item, 'changeType') === 'created')
    const ids = new Set(created.map((item) => at(item, 'resourceData.id')))
    expect(ids.size).toBe(250)
    expect(created.length).toBeGreaterThan(250)
    expect(receiver.items.length).toBeGreaterThan(created.length)
    expect(new Set(receiver.items.map((item) => String(at(item, 'resource')).slice(0, 5))).size).toBe(2)
    expect(receiver.items.some((item) => field(item, 'id') === undefined)).toBe(true)
  })

  test('records every attempt in the journal', async () => {
    await subscribe()
    await sandbox.deliver(EMAIL, { subject: 'a' })
    await receiver.waitFor(1)
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

describe('named faults of notifications', () => {
  const named = (action: string, options: Record<string, unknown> = {}) =>
    sandbox.control('POST', '/faults', { action, options, times: 1, match: { mailbox: EMAIL } })
  const notifiedIds = () => receiver.items.map((item) => at(item, 'resourceData.id'))

  test('duplicate, drop, delay and reorder', async () => {
    await subscribe({ lifecycleNotificationUrl: receiver.url })
    await named('duplicateNotification', { copies: 2 })
    const thrice = await sandbox.deliver(EMAIL, { subject: 'thrice' })
    await advance('PT1S')
    expect(notifiedIds()).toEqual([thrice, thrice, thrice])
    await named('dropNotification', { missed: true })
    await sandbox.deliver(EMAIL, { subject: 'dropped' })
    await advance('PT1S')
    expect(receiver.items.slice(3)).toMatchObject([{ lifecycleEvent: 'missed' }])
    await named('delayNotification')
    const late = await sandbox.deliver(EMAIL, { subject: 'late' })
    await advance('PT2M')
    expect(receiver.items).toHaveLength(4)
    await advance('PT2M')
    expect(notifiedIds().slice(4)).toEqual([late])
    await named('reorderNotifications')
    const second = await sandbox.deliver(EMAIL, { subject: 'second change' })
    const first = await sandbox.deliver(EMAIL, { subject: 'first change' })
    await advance('PT1S')
    expect(notifiedIds().slice(5)).toEqual([first, second])
  })

  test('retry a lost delivery', async () => {
    await subscribe()
    await named('refuseDelivery')
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    await advance('PT1S')
    expect(receiver.items).toEqual([])
    await advance('PT5S')
    expect(notifiedIds()).toEqual([id])
  })

  test('validate twice, with another content type, and with markup in the token', async () => {
    for (const how of ['twice', 'contentType', 'html']) {
      const before = receiver.posts.length
      await named('validationFailure', { how })
      const id = textAt((await subscribe()).body, 'id')
      expect(receiver.posts.length - before).toBe(how === 'twice' ? 2 : 1)
      expect((await client.send('DELETE', `/subscriptions/${id}`)).status).toBe(204)
    }
    expect(decodeURIComponent(receiver.posts.at(-1)?.url ?? '')).toContain('<script>')
  })
})
