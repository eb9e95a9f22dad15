import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, startTestSandbox, textAt, type TestSandbox } from '../testing/sandbox-client.ts'
import { accept, clientWith, connect, type DropboxClient, filesOf, redeem, refresh } from '../testing/dropbox-client.ts'

const ALICE = 'alice@firm.example'
let sandbox: TestSandbox
let alice: DropboxClient
beforeEach(async () => {
  sandbox = await startTestSandbox()
  alice = await connect(sandbox, ALICE)
})
afterEach(() => sandbox[Symbol.asyncDispose]())

const fault = (rule: object) => sandbox.control('PUT', '/faults', [{ service: 'dropbox', path: '', times: 1, ...rule }])
const upload = (path = '/a.txt', text = 'hello') => alice.upload('files/upload', { path }, text)

test('drops the connection before the effect, or after it, when the file exists', async () => {
  await fault({ path: 'upload$', drop: true })
  await expect(upload('/before.txt')).rejects.toThrow()
  await fault({ path: 'upload$', drop: true, when: 'after' })
  await expect(upload('/after.txt')).rejects.toThrow()
  expect(await filesOf(sandbox, ALICE)).toEqual({ '/after.txt': 5 })
  await fault({ path: 'upload$', status: 503, when: 'after' })
  expect((await upload('/late.txt')).status).toBe(503)
  expect(await filesOf(sandbox, ALICE)).toEqual({ '/after.txt': 5, '/late.txt': 5 })
})

test.each([
  [{ status: 429, retryAfter: 7 }, 429, { error: { reason: { '.tag': 'too_many_requests' }, retry_after: 7 } }],
  [
    { error: 'too_many_write_operations', retryAfter: 1 },
    429,
    { error: { reason: { '.tag': 'too_many_write_operations' } } },
  ],
  [
    { error: 'path/insufficient_space' },
    409,
    { error: { '.tag': 'path', reason: { '.tag': 'insufficient_space' }, upload_session_id: expect.any(String) } },
  ],
  [{ error: 'payload_too_large' }, 409, { error: { '.tag': 'payload_too_large' } }],
  [{ status: 401 }, 401, { error: { '.tag': 'invalid_access_token' } }],
  [{ error: 'expired_access_token' }, 401, { error: { '.tag': 'expired_access_token' } }],
  [
    { error: 'missing_scope', options: { required_scope: 'files.content.write' } },
    401,
    { error: { '.tag': 'missing_scope', required_scope: 'files.content.write' } },
  ],
  [{ status: 500 }, 500, { error_summary: expect.stringMatching(/^internal_error\//) }],
])("%j gets Dropbox's own error body", async (rule, status, body) => {
  await fault({ path: '/files/upload', ...rule })
  const answer = await upload()
  expect([answer.status, answer.body]).toMatchObject([status, body])
  expect((await upload()).status).toBe(200)
})

test('responds with plain text or a page for some statuses', async () => {
  await fault({ status: 400 })
  const bad = await upload()
  expect([bad.status, bad.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
  expect(bad.text).toContain('Error in call to API function "files/upload"')
  await fault({ status: 429, contentType: 'text/plain', retryAfter: 2 })
  const many = await upload()
  expect([many.text, many.headers.get('retry-after')]).toEqual(['Too many requests', '2'])
  await fault({ status: 502 })
  expect((await upload()).text).toContain('<h1>502 Bad Gateway</h1>')
})

test('loses an upload session, or expires the token during it', async () => {
  const { body } = await alice.upload('files/upload_session/start', {}, 'one')
  const cursor = { session_id: textAt(body, 'session_id'), offset: 3 }
  await fault({ path: 'append_v2', error: 'expired_access_token' })
  expect((await alice.upload('files/upload_session/append_v2', { cursor }, 'two')).status).toBe(401)
  expect((await alice.upload('files/upload_session/append_v2', { cursor }, 'two')).status).toBe(200)
  await fault({ path: 'finish', error: 'lookup_failed/not_found' })
  const arg = { cursor: { ...cursor, offset: 6 }, commit: { path: '/a.txt' } }
  const lost = await alice.upload('files/upload_session/finish', arg)
  expect(at(lost.body, 'error')).toEqual({ '.tag': 'lookup_failed', lookup_failed: { '.tag': 'not_found' } })
})

test('affects only the account that the fault names', async () => {
  const bob = await connect(sandbox, 'bob@firm.example')
  await fault({ status: 503, mailbox: 'BOB@firm.example' })
  expect((await upload()).status).toBe(200)
  expect((await bob.upload('files/upload', { path: '/a.txt' }, 'a')).status).toBe(503)
})

test('changes, removes or repeats parameters of the redirect', async () => {
  const back = async (options: object) => {
    await fault({ path: '/oauth2/authorize', method: 'POST', action: 'callback', options })
    return accept(sandbox, ALICE)
  }
  expect([...(await back({ code: null, error: 'server_error', error_description: '<b>x</b>' })).keys()]).toEqual([
    'state',
    'error',
    'error_description',
  ])
  expect((await back({ state: 'foreign' })).get('state')).toBe('foreign')
  expect((await back({ state: null, code: null })).size).toBe(0)
  expect((await back({ repeat: 'code' })).getAll('code')).toHaveLength(2)
})

test('issues tokens without a refresh token, with fewer scopes, as a page, or not at all', async () => {
  const tokens = async (rule: object) => {
    const code = (await accept(sandbox, ALICE)).get('code') ?? ''
    await fault({ path: '/oauth2/token', ...rule })
    return redeem(sandbox, code)
  }
  const less = await tokens({ action: 'tokenAnswer', options: { refresh_token: null, scope: 'account_info.read' } })
  expect(less.body).not.toHaveProperty('refresh_token')
  expect(less.body).toMatchObject({ scope: 'account_info.read', access_token: expect.any(String) })
  const page = await tokens({ status: 200, body: '<html>hello</html>' })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  expect((await tokens({ status: 503 })).body).toMatchObject({ error: 'server_error' })
})

test('refuses a refresh; two parallel refreshes both work', async () => {
  await fault({ path: '/oauth2/token', error: 'invalid_grant' })
  const refused = await refresh(sandbox, alice.tokens)
  expect([refused.status, at(refused.body, 'error')]).toEqual([400, 'invalid_grant'])
  const both = await Promise.all([refresh(sandbox, alice.tokens), refresh(sandbox, alice.tokens)])
  for (const { body } of both) {
    expect((await clientWith(sandbox, body).rpc('users/get_current_account')).status).toBe(200)
  }
})

test('a reset deletes everything, and ids and tokens from before it do not occur again', async () => {
  const { body: before } = await upload()
  await sandbox.control('PUT', '/dropbox/settings', { pageSize: 1 })
  await sandbox.control('POST', '/reset')
  expect((await sandbox.control('GET', '/dropbox')).body).toEqual([])
  expect((await sandbox.control('GET', '/dropbox/accounts')).body).toEqual([])
  expect((await sandbox.control('GET', '/dropbox/settings')).body).toMatchObject({ pageSize: null })
  expect((await upload()).status).toBe(401)
  alice = await connect(sandbox, ALICE)
  const { body: after } = await upload()
  expect(at(after, 'id')).not.toBe(at(before, 'id'))
  expect(at(after, 'rev')).not.toBe(at(before, 'rev'))
})
