import { beforeEach, describe, expect, test } from 'vitest'
import { at, type Client, field, textAt } from '../../testing/sandbox-client.ts'
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
