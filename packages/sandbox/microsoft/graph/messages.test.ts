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

describe('authorization', () => {
  test('refuses no token, an unknown one and an expired one with 401 and a challenge', async () => {
    const { url } = sandbox
    const ask = (headers: Record<string, string>) => fetch(`${url}/graph.microsoft.com/v1.0/me`, { headers })
    for (const headers of [{}, { authorization: 'Bearer nothing' }, { authorization: 'Basic x' }]) {
      const answer = await ask(headers)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
      expect(codeOf(await answer.json())).toBe('InvalidAuthenticationToken')
    }
    await sandbox.control('POST', '/clock', { advance: 'PT91M' })
    expect((await client.get('/me')).status).toBe(401)
  })

  test('requires scopes: a read scope cannot move, a write scope cannot send', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    const reader = await sandbox.signIn(EMAIL, 'Mail.Read')
    expect((await reader.get(`/me/messages/${id}`)).status).toBe(200)
    expect((await reader.get('/me')).status).toBe(403)
    expect(await reader.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorAccessDenied' } },
    })
    const writer = await sandbox.signIn(EMAIL, 'Mail.ReadWrite')
    expect((await writer.send('PATCH', `/me/messages/${id}`, { isRead: true })).status).toBe(200)
    expect(
      (await writer.send('POST', `/me/messages/${id}/forward`, { toRecipients: [from('x@y.example')] })).status,
    ).toBe(403)
  })

  test('accepts the id and name of the user, not those of another user', async () => {
    await sandbox.control('POST', '/outlook/mailboxes', { email: 'other@contoso.example', kind: 'work', folders: [] })
    const id = textAt((await client.get('/me')).body, 'id')
    expect((await client.get(`/users/${id}/mailFolders/inbox`)).status).toBe(200)
    expect((await client.get(`/users/${EMAIL}/messages`)).status).toBe(200)
    expect((await client.get('/users/other@contoso.example/messages')).status).toBe(403)
    expect((await client.get('/users/unknown@contoso.example/messages')).status).toBe(404)
  })

  test.each([
    ['inactive', 404, 'MailboxNotEnabledForRESTAPI'],
    ['soft-deleted', 404, 'ErrorNonExistentMailbox'],
    ['on-premise', 404, 'MailboxNotEnabledForRESTAPI'],
    ['guest', 404, 'ResourceNotFound'],
  ])('a mailbox that is %s can sign in and fails on the first mail call', async (kind, status, code) => {
    await sandbox.control('POST', '/outlook/mailboxes', { email: 'gone@contoso.example', kind, folders: [] })
    const gone = await sandbox.signIn('gone@contoso.example')
    expect((await gone.get('/me')).status).toBe(200)
    expect(await gone.get('/me/mailFolders/inbox')).toMatchObject({ status, body: { error: { code } } })
  })
})

describe('requests', () => {
  test('responses have request ids; errors repeat them', async () => {
    const answer = await client.get('/me/messages/nothing', { 'client-request-id': 'mine' })
    expect(answer.headers.get('client-request-id')).toBe('mine')
    const requestId = answer.headers.get('request-id')
    expect(at(answer.body, 'error.innerError')).toMatchObject({ 'request-id': requestId, 'client-request-id': 'mine' })
    expect((await client.get('/me')).headers.get('content-type')).toMatch(
      /^application\/json;\s*odata.metadata=minimal.*charset=utf-8$/,
    )
  })

  test('links have the origin of the request', async () => {
    for (let turn = 0; turn < 11; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    const base = `${sandbox.url.replace('127.0.0.1', 'localhost')}/graph.microsoft.com/v1.0`
    const { body } = await client.get(`${base}/me/messages`)
    expect(String(field(body, '@odata.nextLink')).startsWith(`${base}/me/messages?`)).toBe(true)
    expect(String(field((await client.get('/me/messages')).body, '@odata.nextLink'))).toContain(sandbox.url)
  })

  test('refuses unknown paths with 400, wrong methods with 405, and beta', async () => {
    expect(await client.get('/me/contacts')).toMatchObject({
      status: 400,
      body: { error: { code: 'BadRequest', message: expect.stringContaining('contacts') } },
    })
    expect((await client.send('PUT', '/me/mailFolders')).status).toBe(405)
    expect((await client.get(`${sandbox.url}/graph.microsoft.com/beta/me`)).status).toBe(404)
  })
})

describe('ids', () => {
  test('the mutable id changes with a move, the immutable one does not; the header applies to one call', async () => {
    const immutable = await sandbox.deliver(EMAIL, { subject: 'x' })
    const rest = textAt((await client.get(`/me/messages/${immutable}`)).body, 'id')
    expect(rest).not.toBe(immutable)
    const applied = await client.get(`/me/messages/${rest}`, IMMUTABLE)
    expect(applied.body).toMatchObject({ id: immutable })
    expect(applied.headers.get('preference-applied')).toBe('IdType="ImmutableId"')
    const moved = await client.send('POST', `/me/messages/${rest}/move`, { destinationId: 'archive' })
    expect(moved.status).toBe(201)
    expect(at(moved.body, 'id')).not.toBe(rest)
    expect(await client.get(`/me/messages/${rest}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'ErrorItemNotFound' } },
    })
    expect((await client.get(`/me/messages/${immutable}`, IMMUTABLE)).body).toMatchObject({ id: immutable })
  })

  test('refuses a malformed id, and an unknown one as not found', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    expect(await client.get('/me/messages/AAMk')).toMatchObject({
      status: 400,
      body: { error: { code: 'ErrorInvalidIdMalformed' } },
    })
    const place = id.search(/[a-z](?=[^a-z]*$)/)
    const other = `${id.slice(0, place)}${id.charAt(place).toUpperCase()}${id.slice(place + 1)}`
    expect((await client.get(`/me/messages/${other}`)).status).toBe(404)
    expect((await client.get(`/me/messages/${encodeURIComponent(id)}`)).status).toBe(200)
  })

  test('refuses an id of another mailbox as not found, or as malformed with foreignIdIs', async () => {
    await sandbox.control('POST', '/outlook/mailboxes', { email: 'other@contoso.example', kind: 'work', folders: [] })
    const foreign = await sandbox.deliver('other@contoso.example', { subject: 'x' })
    expect((await client.get(`/me/messages/${foreign}`)).status).toBe(404)
    await sandbox.control('PUT', '/config', { foreignIdIs: 'ErrorInvalidIdMalformed' })
    expect((await client.get(`/me/messages/${foreign}`)).status).toBe(400)
  })

  test('translates ids in both directions, at most a thousand', async () => {
    const immutable = await sandbox.deliver(EMAIL, { subject: 'x' })
    const rest = textAt((await client.get(`/me/messages/${immutable}`)).body, 'id')
    const translate = (inputIds: string[], sourceIdType: string, targetIdType: string) =>
      client.send('POST', '/me/translateExchangeIds', { inputIds, sourceIdType, targetIdType })
    expect((await translate([rest], 'restId', 'restImmutableEntryId')).body).toMatchObject({
      value: [{ sourceId: rest, targetId: immutable }],
    })
    expect((await translate([immutable], 'restImmutableEntryId', 'restId')).body).toMatchObject({
      value: [{ targetId: rest }],
    })
    expect(
      (
        await translate(
          Array.from({ length: 1001 }, () => rest),
          'restId',
          'restImmutableEntryId',
        )
      ).status,
    ).toBe(400)
  })
})

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
