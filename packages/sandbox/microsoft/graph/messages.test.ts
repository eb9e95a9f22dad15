import { beforeEach, describe, expect, test } from 'vitest'
import { at, type Client, field, listAt, textAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
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

const from = (address: string) => ({ emailAddress: { name: address, address } })
const codeOf = (body: unknown) => at(body, 'error.code')

describe('lists', () => {
  test('newest first, ten per page, with next links, and page sizes of 1 to 1000', async () => {
    for (let turn = 0; turn < 23; turn++) {
      await sandbox.deliver(EMAIL, {
        subject: `mail ${turn}`,
        receivedDateTime: new Date(Date.UTC(2026, 0, 1, 0, turn)).toISOString(),
      })
    }
    const seen: unknown[] = []
    let link: unknown = '/me/mailFolders/inbox/messages?$select=subject'
    while (typeof link === 'string') {
      const { body } = await client.get(link)
      seen.push(...listAt(body).map((message) => at(message, 'subject')))
      link = field(body, '@odata.nextLink')
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, turn) => `mail ${22 - turn}`))
    expect((await client.get('/me/messages?$top=0')).status).toBe(400)
    expect((await client.get('/me/messages?$top=1001')).status).toBe(400)
    expect(listAt((await client.get('/me/messages?$top=1000')).body)).toHaveLength(23)
  })

  test('filters, with the rule for $orderby', async () => {
    await sandbox.deliver(EMAIL, {
      subject: "let's go",
      from: from('bob@x.example'),
      receivedDateTime: '2026-01-01T10:00:00Z',
      categories: ['Red'],
      internetMessageId: '<a@b>',
    })
    await sandbox.deliver(EMAIL, {
      subject: 'other',
      from: from('eve@x.example'),
      receivedDateTime: '2026-01-02T10:00:00Z',
      isRead: true,
    })
    const found = async (filter: string, more = '') => {
      const { body, status } = await client.get(`/me/messages?$filter=${encodeURIComponent(filter)}${more}`)
      return status === 200 ? listAt(body).map((message) => at(message, 'subject')) : codeOf(body)
    }
    expect(await found('isRead eq true')).toEqual(['other'])
    expect(await found('receivedDateTime ge 2026-01-02T00:00:00Z')).toEqual(['other'])
    expect(await found('receivedDateTime lt 2026-01-02T00:00:00Z and isRead eq false')).toEqual(["let's go"])
    expect(await found("from/emailAddress/address eq 'BOB@x.example'")).toEqual(["let's go"])
    expect(await found("subject eq 'let''s go'")).toEqual(["let's go"])
    expect(await found("internetMessageId eq '<a@b>'")).toEqual(["let's go"])
    expect(await found("categories/any(c:c eq 'Red')")).toEqual(["let's go"])
    expect(await found("startswith(subject,'oth') or hasAttachments eq true")).toEqual(['other'])
    expect(await found('receivedDateTime ge 2026-01-01T00:00:00Z', '&$orderby=receivedDateTime asc')).toEqual([
      "let's go",
      'other',
    ])
    expect(await found('isRead eq false', '&$orderby=receivedDateTime desc')).toBe('InefficientFilter')
    expect(await found('colour eq 1')).toBe('BadRequest')
    expect(await found('isRead eq')).toBe('BadRequest')
    expect(listAt((await client.get('/me/messages?$search="bob"')).body)).toHaveLength(1)
    expect((await client.get('/me/messages?$search="bob"&$filter=isRead eq true')).status).toBe(400)
  })

  test('$select returns the named properties, id and etag; refuses an unknown name', async () => {
    await sandbox.deliver(EMAIL, { subject: 'x' })
    expect(Object.keys(Object(listAt((await client.get('/me/messages?$select=subject')).body)[0])).sort()).toEqual([
      '@odata.etag',
      'id',
      'subject',
    ])
    expect(await client.get('/me/messages?$select=subjekt')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('subjekt') } },
    })
    expect((await client.get('/me/messages?$foo=1')).status).toBe(400)
  })
})

describe('one message', () => {
  test('has HTML by default, text on request, no scripts; headers and unique body only when selected', async () => {
    const id = await sandbox.deliver(EMAIL, {
      subject: 'x',
      body: { contentType: 'html', content: '<p onclick="x()">Hello<script>alert(1)</script></p>' },
      internetMessageHeaders: [{ name: 'X-Test', value: '1' }],
    })
    const plain = (await client.get(`/me/messages/${id}`)).body
    expect(plain).toMatchObject({ body: { contentType: 'html' }, bodyPreview: 'Hello' })
    expect(textAt(plain, 'body.content')).not.toMatch(/script|onclick/)
    expect(plain).not.toHaveProperty('internetMessageHeaders')
    expect(plain).not.toHaveProperty('uniqueBody')
    const text = await client.get(`/me/messages/${id}`, {
      prefer: 'outlook.body-content-type="text", IdType="ImmutableId"',
    })
    expect(text.body).toMatchObject({ id, body: { contentType: 'text', content: 'Hello' } })
    expect(text.headers.get('preference-applied')).toContain('outlook.body-content-type="text"')
    const chosen = (await client.get(`/me/messages/${id}?$select=internetMessageHeaders,uniqueBody`)).body
    expect(chosen).toMatchObject({
      internetMessageHeaders: [{ name: 'X-Test', value: '1' }],
      uniqueBody: { contentType: 'html' },
    })
  })

  test('works without a subject or sender, with a long body, and for an invitation', async () => {
    const bare = await sandbox.deliver(EMAIL, {})
    expect((await client.get(`/me/messages/${bare}`)).body).toMatchObject({ subject: null, from: null })
    const long = await sandbox.deliver(EMAIL, {
      subject: 'long',
      body: { contentType: 'html', content: `<p>${'word '.repeat(200_000)}</p>` },
    })
    expect(textAt((await client.get(`/me/messages/${long}`)).body, 'bodyPreview').length).toBeLessThanOrEqual(255)
    const meeting = await sandbox.deliver(EMAIL, {
      subject: 'meet',
      '@odata.type': '#microsoft.graph.eventMessageRequest',
    })
    expect((await client.get(`/me/messages/${meeting}`)).body).toMatchObject({
      '@odata.type': '#microsoft.graph.eventMessageRequest',
    })
  })

  test('PATCH changes writable fields and returns the message with a new etag', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x', categories: ['Old'] })
    const before = (await client.get(`/me/messages/${id}`)).body
    const answer = await client.send('PATCH', `/me/messages/${id}`, {
      isRead: true,
      categories: ['New', 'Unheard of'],
      importance: 'high',
      flag: { flagStatus: 'flagged' },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { isRead: true, categories: ['New', 'Unheard of'], importance: 'high', subject: 'x' },
    })
    expect(field(answer.body, '@odata.etag')).not.toBe(field(before, '@odata.etag'))
    expect((await client.send('PATCH', `/me/messages/${id}`, { subject: 'y' })).status).toBe(400)
    expect((await client.send('PATCH', `/me/messages/${id}`, { colour: 'red' })).status).toBe(400)
    const stale = await client.send(
      'PATCH',
      `/me/messages/${id}`,
      { isRead: false },
      { 'if-match': String(field(before, '@odata.etag')) },
    )
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'ErrorIrresolvableConflict' } } })
  })

  test('moves and copies by folder id or name; errors name the wrong parameter', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    const archive = textAt((await client.get('/me/mailFolders/archive')).body, 'id')
    expect(await client.send('POST', `/me/messages/${id}/move`, { DestinationId: archive }, IMMUTABLE)).toMatchObject({
      status: 201,
      body: { id, parentFolderId: archive },
    })
    expect(await client.send('POST', `/me/messages/${id}/move`, { folderId: archive })).toMatchObject({
      status: 400,
      body: { error: { code: 'RequestBodyRead' } },
    })
    expect(at((await client.send('POST', `/me/messages/${id}/move`, {})).body, 'error.message')).toContain(
      'DestinationId',
    )
    const gone = archive.replace('AuAAAAAA', 'AuAAAAAB')
    expect(codeOf((await client.send('POST', `/me/messages/${id}/move`, { destinationId: gone })).body)).toBe(
      'ErrorItemNotFound',
    )
    await sandbox.control('PUT', '/config', { unknownDestination: 'ErrorFolderNotFound', moveToSameFolder: 400 })
    expect(codeOf((await client.send('POST', `/me/messages/${id}/move`, { destinationId: gone })).body)).toBe(
      'ErrorFolderNotFound',
    )
    expect((await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })).status).toBe(400)
    const copy = await client.send('POST', `/me/messages/${id}/copy`, { destinationId: 'inbox' }, IMMUTABLE)
    expect(copy.status).toBe(201)
    expect(at(copy.body, 'id')).not.toBe(id)
    expect((await client.get(`/me/messages/${id}`)).body).toMatchObject({ parentFolderId: archive })
  })

  test('parallel moves leave the message in one folder', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    const rest = textAt((await client.get(`/me/messages/${id}`)).body, 'id')
    const both = (target: string) => client.send('POST', `/me/messages/${rest}/move`, { destinationId: target })
    const statuses = (await Promise.all([both('archive'), both('junkemail')])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 404]))
    const everywhere = listAt({ value: (await sandbox.control('GET', `/outlook/${EMAIL}/messages`)).body })
    expect(everywhere).toHaveLength(1)
  })

  test('deletes to Deleted Items, and from there permanently', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    expect((await client.send('DELETE', `/me/messages/${id}`)).status).toBe(204)
    expect((await client.get(`/me/messages/${id}`)).body).toMatchObject({
      parentFolderId: textAt((await client.get('/me/mailFolders/deleteditems')).body, 'id'),
    })
    expect((await client.send('DELETE', `/me/messages/${id}`)).status).toBe(204)
    expect((await client.get(`/me/messages/${id}`)).status).toBe(404)
  })

  test('an inbox rule moves a message a second after delivery', async () => {
    await sandbox.control('POST', `/outlook/${EMAIL}/rules`, { subjectContains: 'invoice', folder: 'Clients' })
    const id = await sandbox.deliver(EMAIL, { subject: 'Your invoice' })
    await sandbox.control('POST', '/clock', { advance: 'PT2S' })
    expect((await client.get(`/me/messages/${id}`)).body).toMatchObject({ parentFolderId: expect.any(String) })
    expect(
      listAt({ value: (await sandbox.control('GET', `/outlook/${EMAIL}/messages?folder=Clients`)).body }),
    ).toHaveLength(1)
  })
})
