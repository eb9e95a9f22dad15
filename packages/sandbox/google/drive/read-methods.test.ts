import { beforeEach, describe, expect, test } from 'vitest'
import { ask, at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { signIn } from '../../testing/google-client.ts'
import { type Drive, driveWith, FOLDER, openDrive, SCOPE } from '../../testing/google-drive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const LEE = 'lee@gmail.example'
const sandbox = await sandboxOfFile()
let drive: Drive

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM, name: 'Kim Lee' })
  await sandbox.control('POST', '/google/accounts', { email: LEE })
  drive = await openDrive(sandbox, KIM)
})

const reason = (body: unknown) => [at(body, 'error.code'), at(body, 'error.errors.0.reason')]
const names = async (q: string) => listAt((await drive.list(q)).body, 'files').map((file) => at(file, 'name'))

describe('authorization', () => {
  test('is required: refuses no token, an unknown one, one without the scope, and an expired one', async () => {
    const bare = await ask(`${sandbox.url}/www.googleapis.com/drive/v3/about?fields=*`)
    expect([bare.status, at(bare.body, 'error.status')]).toEqual([403, 'PERMISSION_DENIED'])
    const wrong = await driveWith(sandbox, { access_token: 'made-up' }).call('GET', '/about?fields=*')
    expect(reason(wrong.body)).toEqual([401, 'authError'])
    expect(wrong.headers.get('www-authenticate')).toContain('invalid_token')
    const narrow = await (await openDrive(sandbox, KIM, 'openid email')).call('GET', '/about?fields=*')
    expect(reason(narrow.body)).toEqual([403, 'insufficientPermissions'])
    await sandbox.control('POST', '/clock', { advance: 'PT58M' })
    expect((await drive.call('GET', '/about?fields=user')).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'PT2M' })
    expect(reason((await drive.call('GET', '/about?fields=user')).body)).toEqual([401, 'authError'])
  })

  test('fails where the user refused the scope', async () => {
    const page = `${sandbox.url}/accounts.google.com/o/oauth2/v2/auth`
    const query = new URLSearchParams({
      client_id: 'mailroom-sandbox',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/google/callback',
      scope: `openid ${SCOPE}`,
    })
    const flow = /name="flow" value="([^"]+)"/.exec((await ask(`${page}?${query}`)).text)?.[1] ?? ''
    const form = new URLSearchParams({ flow, account: KIM, decision: 'accept', refuse: SCOPE })
    const back = new URL((await ask(page, { method: 'POST', body: form })).headers.get('location') ?? '')
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: 'http://localhost:3000/api/google/callback',
      client_id: 'mailroom-sandbox',
      client_secret: 'mailroom-sandbox-secret',
    })
    const tokens = (await ask(`${sandbox.url}/oauth2.googleapis.com/token`, { method: 'POST', body })).body
    expect(at(tokens, 'scope')).toBe('openid')
    const refused = await driveWith(sandbox, tokens).call('GET', '/files')
    expect(reason(refused.body)).toEqual([403, 'insufficientPermissions'])
  })

  test('covers files that the client created, in its account only', async () => {
    const hand = await sandbox.control('POST', `/google/accounts/${KIM}/files`, { path: '/Invoices', folder: true })
    const own = await drive.folder('Invoices')
    expect(await names("name = 'Invoices'")).toEqual(['Invoices'])
    expect(reason((await drive.call('GET', `/files/${textAt(hand.body, 'id')}`)).body)).toEqual([404, 'notFound'])
    const lee = driveWith(sandbox, await signIn(sandbox, LEE, { scope: SCOPE }))
    expect((await lee.call('GET', `/files/${own}`)).status).toBe(404)
    expect(listAt((await lee.call('GET', '/files')).body, 'files')).toEqual([])
    expect(await names('trashed = false')).toEqual(['Invoices'])
  })
})

describe('partial responses', () => {
  test('about.get requires fields, and returns only those', async () => {
    const bare = await drive.call('GET', '/about')
    expect([bare.status, ...reason(bare.body), at(bare.body, 'error.errors.0.location')]).toEqual([
      400,
      400,
      'required',
      'fields',
    ])
    expect((await drive.call('GET', '/about?fields=user(emailAddress)')).body).toEqual({ user: { emailAddress: KIM } })
    expect((await drive.call('GET', '/about?fields=user/displayName,storageQuota/limit')).body).toEqual({
      user: { displayName: 'Kim Lee' },
      storageQuota: { limit: String(15 * 2 ** 30) },
    })
  })

  test('a file has four fields by default, otherwise the named ones; an unknown one is refused', async () => {
    const { body } = await drive.put({ name: 'a.txt', appProperties: { key: 'value' } }, 'hello', 'text/plain')
    const path = `/files/${textAt(body, 'id')}`
    const get = async (fields: string) => (await drive.call('GET', `${path}${fields}`)).body
    expect(Object.keys(Object(await get('')))).toEqual(['kind', 'id', 'name', 'mimeType'])
    expect(await get('?fields=name,size,appProperties/key')).toEqual({
      name: 'a.txt',
      size: '5',
      appProperties: { key: 'value' },
    })
    for (const fields of ['nonsense', 'name(', 'name,', 'name/more', 'user', ''])
      expect(reason(await get(`?fields=${fields}`))).toEqual([400, 'invalidParameter'])
    const list = await drive.call('GET', '/files?fields=files(id,owners/emailAddress)')
    expect(list.body).toEqual({ files: [{ id: at(body, 'id'), owners: [{ emailAddress: KIM }] }] })
  })
})

describe('files.list', () => {
  test('reads q', async () => {
    const folder = await drive.folder("Kim's \\ papers")
    await drive.put(
      { name: 'Invoice May.pdf', parents: [folder], appProperties: { by: 'rule' } },
      'x',
      'application/pdf',
    )
    await drive.put({ name: 'HelloWorld' }, 'x', 'text/plain')
    const found: [string, string[]][] = [
      [`name = 'Kim\\'s \\\\ papers'`, ["Kim's \\ papers"]],
      [`name = 'kim'`, []],
      [`name contains 'may'`, ['Invoice May.pdf']],
      [`name contains 'Hello'`, ['HelloWorld']],
      [`name contains 'World'`, []],
      [`'${folder}' in parents`, ['Invoice May.pdf']],
      [`'root' in parents and mimeType != '${FOLDER}'`, ['HelloWorld']],
      [`mimeType='${FOLDER}' and trashed=false`, ["Kim's \\ papers"]],
      [`appProperties has { key='by' and value='rule' }`, ['Invoice May.pdf']],
      [`not (name = 'HelloWorld' or mimeType = '${FOLDER}')`, ['Invoice May.pdf']],
      [`name = 'HelloWorld' or name = 'nothing' and trashed = true`, ['HelloWorld']],
      [`'me' in owners and modifiedTime > '2001-01-01T00:00:00' and name contains 'inv'`, ['Invoice May.pdf']],
      [`'other@else.example' in writers`, []],
    ]
    for (const [q, expected] of found) expect([q, await names(q)]).toEqual([q, expected])
  })

  test.each([
    `name = 'Kim's papers'`,
    `name = 'open`,
    `name = 'wrong \\x escape'`,
    `name`,
    `name > 'a'`,
    `nonsense = 'a'`,
    `trashed = 'true'`,
    `(trashed = true`,
    `trashed = true)`,
    `trashed = true and`,
    `trashed = true trashed = true`,
    `'root' in nothing`,
    `createdTime > 'yesterday'`,
    `appProperties has { key='a' }`,
    `name = "a"`,
  ])('refuses the q %s', async (q) => {
    const { body } = await drive.list(q)
    expect([...reason(body), at(body, 'error.errors.0.location')]).toEqual([400, 'invalid', 'q'])
  })

  test('refuses an unknown parent', async () => {
    expect(reason((await drive.list(`'unknown' in parents`)).body)).toEqual([404, 'notFound'])
  })

  test('includes trashed files, and files in trashed folders, unless q excludes them', async () => {
    const folder = await drive.folder('Old')
    await drive.put({ name: 'a.txt', parents: [folder] }, 'x')
    expect(at((await drive.call('PATCH', `/files/${folder}?fields=trashed`, { trashed: true })).body, 'trashed')).toBe(
      true,
    )
    expect(new Set(await names("name != ''"))).toEqual(new Set(['Old', 'a.txt']))
    expect(await names('trashed = false')).toEqual([])
    await drive.call('PATCH', `/files/${folder}`, { trashed: false })
    expect(await names("trashed != true and name = 'a.txt'")).toEqual(['a.txt'])
  })

  test('returns pages in the requested order', async () => {
    for (const name of ['b', 'a', 'c']) await drive.folder(name)
    const page = async (query: string) => (await drive.call('GET', `/files?orderBy=name&${query}`)).body
    const first = await page('pageSize=2')
    expect(listAt(first, 'files').map((file) => at(file, 'name'))).toEqual(['a', 'b'])
    const token = encodeURIComponent(textAt(first, 'nextPageToken'))
    const second = await page(`pageSize=2&pageToken=${token}`)
    expect([at(second, 'files.0.name'), at(second, 'nextPageToken')]).toEqual(['c', undefined])
    expect(at(await page(''), 'incompleteSearch')).toBe(false)
    const reversed = (await drive.call('GET', '/files?orderBy=folder,name%20desc')).body
    expect(listAt(reversed, 'files').map((file) => at(file, 'name'))).toEqual(['c', 'b', 'a'])
    for (const query of [
      `pageToken=${token}&q=trashed=false`,
      'pageToken=x',
      'pageSize=0',
      'pageSize=1001',
      'spaces=photos',
      'corpora=domain',
    ])
      expect(reason(await page(query))).toEqual([400, 'invalid'])
    expect(reason((await drive.call('GET', '/files?orderBy=size')).body)).toEqual([400, 'invalid'])
  })
})

test('refuses an unknown parameter and an unknown path', async () => {
  expect((await drive.call('GET', '/files?made_up=1')).status).toBe(400)
  expect((await drive.call('GET', '/files?supportsAllDrives=yes')).status).toBe(400)
  expect((await drive.call('GET', '/nothing')).status).toBe(404)
})
