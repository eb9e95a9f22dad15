import { beforeEach, describe, expect, test } from 'vitest'
import { at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { accept, backOf, authorizeUrl, refresh, signIn } from '../../testing/google-client.ts'
import { type Drive, openDrive, uploadRange, SCOPE } from '../../testing/google-drive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const sandbox = await sandboxOfFile()
let drive: Drive

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM })
  drive = await openDrive(sandbox, KIM)
})

const fault = (rule: Record<string, unknown>) =>
  sandbox.control('PUT', '/faults', [{ service: 'google', path: '/drive/v3', times: 1, ...rule }])
const about = () => drive.call('GET', '/about?fields=user')
const found = async (name: string) => listAt((await drive.list(`name = '${name}'`)).body, 'files')

describe('an error of Drive', () => {
  test.each([
    [{ action: 'userRateLimitExceeded' }, 403, 'usageLimits', 'userRateLimitExceeded'],
    [{ error: 'rateLimitExceeded' }, 403, 'usageLimits', 'rateLimitExceeded'],
    [{ error: 'rateLimitExceeded', status: 429 }, 429, 'usageLimits', 'rateLimitExceeded'],
    [{ error: 'storageQuotaExceeded' }, 403, 'usageLimits', 'storageQuotaExceeded'],
    [{ error: 'appNotAuthorizedToFile' }, 403, 'global', 'appNotAuthorizedToFile'],
    [{ status: 401 }, 401, 'global', 'authError'],
    [{ status: 404 }, 404, 'global', 'notFound'],
    [{ status: 500 }, 500, 'global', 'internalError'],
    [{ status: 503 }, 503, 'global', 'backendError'],
  ])('%j', async (rule, status, domain, reason) => {
    await fault(rule)
    const answer = await about()
    expect([answer.status, at(answer.body, 'error.code')]).toEqual([status, status])
    expect(at(answer.body, 'error.errors.0')).toMatchObject({ domain, reason })
    expect((await about()).status).toBe(200)
  })

  test('responds to 502 with a page', async () => {
    await fault({ status: 502 })
    const answer = await about()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, expect.stringContaining('text/html')])
  })

  test('affects only one account, ranges of an upload included', async () => {
    await fault({ status: 503, mailbox: 'lee@gmail.example' })
    expect((await about()).status).toBe(200)
    const address = (await drive.begin({ name: 'a' })).headers.get('location') ?? ''
    await fault({ error: 'notFound', method: 'PUT', path: 'upload_id', mailbox: KIM })
    expect((await uploadRange(address, '0-4/5', Buffer.from('hello'))).status).toBe(404)
    expect((await uploadRange(address, '0-4/5', Buffer.from('hello'))).status).toBe(200)
  })
})

test('stores the file although the response is lost', async () => {
  await fault({ path: '/upload/drive/v3/files', when: 'after', drop: true })
  await expect(drive.put({ name: 'lost' }, 'x')).rejects.toThrow()
  expect(await found('lost')).toHaveLength(1)
  await fault({ path: '/upload/drive/v3/files', drop: true })
  await expect(drive.put({ name: 'never' }, 'x')).rejects.toThrow()
  expect(await found('never')).toHaveLength(0)
})

test('cuts a response in its middle', async () => {
  await fault({ action: 'cut' })
  await expect(about()).rejects.toThrow()
})

test('deletes the folder before the upload, or creates a second one', async () => {
  const folder = await drive.folder('Invoices')
  await fault({ path: '/upload/drive/v3/files', action: 'folderDeleted' })
  const refused = await drive.put({ name: 'a', parents: [folder] }, 'x')
  expect([refused.status, at(refused.body, 'error.errors.0.reason')]).toEqual([404, 'notFound'])
  expect(await found('Invoices')).toEqual([])
  await fault({ method: 'POST', path: '/drive/v3/files', action: 'twinFolder' })
  const made = await drive.folder('Invoices')
  const twins = await found('Invoices')
  expect(twins).toHaveLength(2)
  expect(twins.map((file) => at(file, 'id'))).toContain(made)
})

describe('connecting', () => {
  test('changes the redirect as the fault says', async () => {
    const back = async (options: Record<string, string | null>) => {
      await fault({ path: '/o/oauth2/v2/auth', method: 'POST', action: 'callback', options })
      return accept(sandbox, KIM, { scope: SCOPE })
    }
    const failed = await back({ error: 'temporarily_unavailable', code: null, error_description: '<b>no</b>' })
    expect([failed.get('error'), failed.get('code'), failed.get('error_description')]).toEqual([
      'temporarily_unavailable',
      null,
      '<b>no</b>',
    ])
    expect((await back({ code: null })).get('code')).toBeNull()
    expect((await back({ state: null })).has('state')).toBe(false)
    expect((await back({ state: 'foreign' })).get('state')).toBe('foreign')
    expect((await back({ repeat: 'code' })).getAll('code')).toHaveLength(2)
    expect(backOf(await sandbox.consent(KIM, 'deny', authorizeUrl(sandbox))).get('error')).toBe('access_denied')
  })

  test('issues tokens without a refresh token, with fewer scopes, or as a page; fails a refresh', async () => {
    const request = { scope: `openid ${SCOPE}`, access_type: 'offline', prompt: 'consent' }
    const tokens = async (rule: Record<string, unknown>) => {
      await fault({ path: '/token', ...rule })
      return signIn(sandbox, KIM, request)
    }
    expect(await tokens({ action: 'tokenAnswer', options: { refresh_token: null } })).not.toHaveProperty(
      'refresh_token',
    )
    expect(await tokens({ action: 'tokenAnswer', options: { scope: 'openid' } })).toMatchObject({ scope: 'openid' })
    expect(await tokens({ status: 200, body: '<html>' })).toBeNull()
    await fault({ path: '/token', status: 400 })
    expect((await refresh(sandbox, drive.tokens)).body).toMatchObject({ error: 'invalid_grant' })
    await fault({ path: '/token', status: 502 })
    expect((await refresh(sandbox, drive.tokens)).status).toBe(502)
    const both = await Promise.all([refresh(sandbox, drive.tokens), refresh(sandbox, drive.tokens)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })
})

test('the journal contains no bytes of files, no tokens and no upload addresses', async () => {
  await drive.put({ name: 'a' }, 'the secret of the file')
  const address = (await drive.begin({ name: 'b' })).headers.get('location') ?? ''
  const done = await uploadRange(address, '0-21/22', Buffer.from('the secret of the file'))
  const download = await drive.call('GET', `/files/${textAt(done.body, 'id')}?alt=media`)
  expect(download.text).toBe('the secret of the file')
  const journal = (await sandbox.control('GET', '/requests?service=google')).text
  expect(journal).not.toContain('the secret of the file')
  expect(journal).not.toContain(textAt(drive.tokens, 'access_token'))
  expect(journal).not.toContain(new URL(address).searchParams.get('upload_id'))
  expect(journal).toContain('[22 bytes]')
})
