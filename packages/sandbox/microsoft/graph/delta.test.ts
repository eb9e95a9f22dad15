import { beforeEach, expect, test } from 'vitest'
import { at, type Client, field, listAt, textAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const INBOX = "/me/mailFolders('inbox')/messages/delta"
const sandbox = await sandboxOfFile()
let client: Client

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', {
    email: EMAIL,
    kind: 'work',
    folders: [{ displayName: 'Clients' }],
  })
  client = await sandbox.signIn(EMAIL)
})

async function readRound(start: string, headers: Record<string, string> = IMMUTABLE) {
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

test('the first round pages through the folder; links contain the options, and adding one is refused', async () => {
  const sent: string[] = []
  for (let turn = 0; turn < 25; turn++) sent.push(await sandbox.deliver(EMAIL, { subject: String(turn) }))
  const first = await readRound(`${INBOX}?$select=subject&$top=10`)
  expect(first.pages).toBe(3)
  expect(new Set(idsOf(first.items))).toEqual(new Set(sent))
  expect(first.items).toHaveLength(25)
  expect(Object.keys(Object(first.items[0])).toSorted()).toEqual(['@odata.etag', 'id', 'subject'])
  expect(
    (
      await readRound(`${INBOX}()`.replace('delta()', 'delta()'), {
        prefer: 'IdType="ImmutableId", odata.maxpagesize=5',
      })
    ).pages,
  ).toBe(5)
  expect((await client.get(`${first.deltaLink}&$select=body`)).status).toBe(400)
})

test('later rounds have created, updated and removed messages; a link can be used again', async () => {
  const kept = await sandbox.deliver(EMAIL, { subject: 'kept' })
  const { deltaLink } = await readRound(`${INBOX}?$select=subject,isRead`)
  const fresh = await sandbox.deliver(EMAIL, { subject: 'fresh' })
  for (const isRead of [true, false, true]) await client.send('PATCH', `/me/messages/${kept}`, { isRead })
  const second = await readRound(deltaLink)
  expect(second.items).toHaveLength(2)
  expect(second.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: fresh }),
      expect.objectContaining({ id: kept, isRead: true }),
    ]),
  )
  await client.send('POST', `/me/messages/${kept}/move`, { destinationId: 'archive' })
  expect((await readRound(second.deltaLink)).items).toMatchObject([{ id: kept, '@removed': { reason: 'deleted' } }])
  expect((await readRound(deltaLink)).items).toHaveLength(2)
  expect((await readRound("/me/mailFolders('archive')/messages/delta")).items).toMatchObject([{ id: kept }])
})

test('with mutable ids, a message that left and came back is two items', async () => {
  const id = await sandbox.deliver(EMAIL, { subject: 'x' })
  const rest = textAt((await client.get(`/me/messages/${id}`)).body, 'id')
  const { deltaLink } = await readRound(INBOX, {})
  for (const folder of ['Clients', 'Inbox'])
    await sandbox.control('POST', `/outlook/${EMAIL}/messages/${id}/move`, { folder })
  const { items } = await readRound(deltaLink, {})
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ id: rest, '@removed': { reason: 'deleted' } })
  expect((await readRound(deltaLink)).items).toMatchObject([{ id }])
})

test('accepts only filters by time and change types; refuses other options', async () => {
  await sandbox.deliver(EMAIL, { subject: 'old', receivedDateTime: '2026-01-01T00:00:00Z' })
  const young = await sandbox.deliver(EMAIL, { subject: 'young', receivedDateTime: '2026-06-01T00:00:00Z' })
  expect(idsOf((await readRound(`${INBOX}?$filter=receivedDateTime ge 2026-06-01T00:00:00Z`)).items)).toEqual([young])
  expect((await readRound(`${INBOX}?$filter=receivedDateTime gt 2026-06-01T00:00:00Z`)).items).toEqual([])
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
  const { deltaLink } = await readRound(`${INBOX}?changeType=created`)
  await client.send('PATCH', `/me/messages/${young}`, { isRead: true })
  const fresh = await sandbox.deliver(EMAIL, { subject: 'fresh' })
  expect(idsOf((await readRound(deltaLink)).items)).toEqual([fresh])
})

test('links expire by age, by control call and with their folder; "latest" returns a next link', async () => {
  const { deltaLink } = await readRound(INBOX)
  await sandbox.control('POST', '/delta/expire')
  const gone = await client.get(deltaLink)
  expect(gone).toMatchObject({ status: 410, body: { error: { code: 'SyncStateNotFound' } } })
  expect(gone.headers.get('location')).toContain('$deltatoken=')
  await sandbox.control('PUT', '/config', { deltaGone: '404', deltaTokenRounds: 1 })
  const second = await readRound((await readRound(INBOX)).deltaLink)
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
  const own = (await readRound(`/me/mailFolders/${clients}/messages/delta`)).deltaLink
  await sandbox.control('DELETE', `/outlook/${EMAIL}/folders/${clients}?forGood=true`)
  expect(await client.get(own)).toMatchObject({ status: 404, body: { error: { code: 'ErrorItemNotFound' } } })
})

test('deltaDelayMs delays changes, deltaMoveGapMs separates the two changes of a move', async () => {
  const id = await sandbox.deliver(EMAIL, { subject: 'x' })
  await sandbox.control('PUT', '/config', { deltaDelayMs: 5000, deltaMoveGapMs: 30_000 })
  const inbox = (await readRound(INBOX)).deltaLink
  const archive = (await readRound("/me/mailFolders('archive')/messages/delta")).deltaLink
  await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
  expect((await readRound(inbox)).items).toEqual([])
  await sandbox.control('POST', '/clock', { advance: 'PT6S' })
  expect((await readRound(inbox)).items).toHaveLength(1)
  expect((await readRound(archive)).items).toEqual([])
  await sandbox.control('POST', '/clock', { advance: 'PT30S' })
  expect((await readRound(archive)).items).toHaveLength(1)
})
