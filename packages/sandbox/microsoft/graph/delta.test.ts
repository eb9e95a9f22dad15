import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, type Client, field, listAt, startTestSandbox, type TestSandbox, textAt } from '../../kit/test-client.ts'

const EMAIL = 'anna@contoso.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const INBOX = "/me/mailFolders('inbox')/messages/delta"
let sandbox: TestSandbox
let client: Client

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
})

async function walk(start: string, headers: Record<string, string> = IMMUTABLE) {
  const items: unknown[] = []
  for (let link = start, pages = 1; ; pages++) {
    const answer = await client.get(link, headers)
    expect(answer.status).toBe(200)
    const { body } = answer
    const [next, end] = [field(body, '@odata.nextLink'), field(body, '@odata.deltaLink')]
    expect([typeof next, typeof end].toSorted()).toEqual(['string', 'undefined'])
    items.push(...listAt(body))
    if (typeof next !== 'string') return { items, deltaLink: String(end), pages }
    expect(next.startsWith(`${sandbox.url}/graph.microsoft.com/v1.0/`)).toBe(true)
    link = next
  }
}

const idsOf = (items: unknown[]) => items.map((item) => at(item, 'id'))

test('the first round pages through the folder, the links carry the options, nothing may be added to them', async () => {
  const sent: string[] = []
  for (let turn = 0; turn < 25; turn++) sent.push(await sandbox.deliver(EMAIL, { subject: String(turn) }))
  const first = await walk(`${INBOX}?$select=subject&$top=10`)
  expect(first.pages).toBe(3)
  expect(new Set(idsOf(first.items))).toEqual(new Set(sent))
  expect(first.items).toHaveLength(25)
  expect(Object.keys(Object(first.items[0])).toSorted()).toEqual(['@odata.etag', 'id', 'subject'])
  expect(
    (await walk(`${INBOX}()`.replace('delta()', 'delta()'), { prefer: 'IdType="ImmutableId", odata.maxpagesize=5' }))
      .pages,
  ).toBe(5)
  expect((await client.get(`${first.deltaLink}&$select=body`)).status).toBe(400)
})

test('later rounds: what came, what changed, what left; the same link may be used again', async () => {
  const kept = await sandbox.deliver(EMAIL, { subject: 'kept' })
  const { deltaLink } = await walk(`${INBOX}?$select=subject,isRead`)
  const fresh = await sandbox.deliver(EMAIL, { subject: 'fresh' })
  for (const isRead of [true, false, true]) await client.send('PATCH', `/me/messages/${kept}`, { isRead })
  const second = await walk(deltaLink)
  expect(second.items).toHaveLength(2)
  expect(second.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: fresh }),
      expect.objectContaining({ id: kept, isRead: true }),
    ]),
  )
  await client.send('POST', `/me/messages/${kept}/move`, { destinationId: 'archive' })
  expect((await walk(second.deltaLink)).items).toMatchObject([{ id: kept, '@removed': { reason: 'deleted' } }])
  expect((await walk(deltaLink)).items).toHaveLength(2)
  expect((await walk("/me/mailFolders('archive')/messages/delta")).items).toMatchObject([{ id: kept }])
})

test('with changing ids a message that left and came back is two items', async () => {
  const id = await sandbox.deliver(EMAIL, { subject: 'x' })
  const rest = textAt((await client.get(`/me/messages/${id}`)).body, 'id')
  const { deltaLink } = await walk(INBOX, {})
  for (const folder of ['Clients', 'Inbox'])
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder })
  const { items } = await walk(deltaLink, {})
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ id: rest, '@removed': { reason: 'deleted' } })
  expect((await walk(deltaLink)).items).toMatchObject([{ id }])
})

test('filters by time alone; other options are refused; kinds of change can be chosen', async () => {
  await sandbox.deliver(EMAIL, { subject: 'old', receivedDateTime: '2026-01-01T00:00:00Z' })
  const young = await sandbox.deliver(EMAIL, { subject: 'young', receivedDateTime: '2026-06-01T00:00:00Z' })
  expect(idsOf((await walk(`${INBOX}?$filter=receivedDateTime ge 2026-06-01T00:00:00Z`)).items)).toEqual([young])
  expect((await walk(`${INBOX}?$filter=receivedDateTime gt 2026-06-01T00:00:00Z`)).items).toEqual([])
  for (const bad of [
    '$filter=isRead eq true',
    '$search="x"',
    '$orderby=subject',
    '$skip=3',
    'changeType=made',
    '$top=0',
  ]) {
    expect([bad, (await client.get(`${INBOX}?${bad}`)).status]).toEqual([bad, 400])
  }
  const { deltaLink } = await walk(`${INBOX}?changeType=created`)
  await client.send('PATCH', `/me/messages/${young}`, { isRead: true })
  const fresh = await sandbox.deliver(EMAIL, { subject: 'fresh' })
  expect(idsOf((await walk(deltaLink)).items)).toEqual([fresh])
})

test('links age: by the clock of rounds, on demand, with the folder; "latest" leads on instead of ending', async () => {
  const { deltaLink } = await walk(INBOX)
  await sandbox.control('POST', '/delta/expire')
  const gone = await client.get(deltaLink)
  expect(gone).toMatchObject({ status: 410, body: { error: { code: 'SyncStateNotFound' } } })
  expect(gone.headers.get('location')).toContain('$deltatoken=')
  await sandbox.control('PUT', '/config', { deltaGone: '404', deltaTokenRounds: 1 })
  const second = await walk((await walk(INBOX)).deltaLink)
  expect(await client.get(second.deltaLink)).toMatchObject({
    status: 404,
    body: { error: { code: 'syncStateNotFound' } },
  })
  const latest = await client.get(`${INBOX}?$deltatoken=latest`)
  expect(field(latest.body, '@odata.nextLink')).toBeDefined()
  const clients = textAt(
    (await sandbox.control('POST', `/outlook/${EMAIL}/folders`, { displayName: 'Gone' })).body,
    'id',
  )
  const own = (await walk(`/me/mailFolders/${clients}/messages/delta`)).deltaLink
  await sandbox.control('DELETE', `/outlook/${EMAIL}/folders/${clients}?forGood=true`)
  expect(await client.get(own)).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } })
})

test('changes are seen late where so configured, the two sides of a move apart', async () => {
  const id = await sandbox.deliver(EMAIL, { subject: 'x' })
  await sandbox.control('PUT', '/config', { deltaDelayMs: 5000, deltaMoveGapMs: 30_000 })
  const inbox = (await walk(INBOX)).deltaLink
  const archive = (await walk("/me/mailFolders('archive')/messages/delta")).deltaLink
  await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
  expect((await walk(inbox)).items).toEqual([])
  await sandbox.control('POST', '/clock', { advance: 'PT6S' })
  expect((await walk(inbox)).items).toHaveLength(1)
  expect((await walk(archive)).items).toEqual([])
  await sandbox.control('POST', '/clock', { advance: 'PT30S' })
  expect((await walk(archive)).items).toHaveLength(1)
})
