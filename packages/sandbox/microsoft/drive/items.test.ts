import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask, at, field, listAt, textAt } from '../../testing/sandbox-client.ts'
import { ANNA, conflict, connect, type DriveClient } from '../../testing/onedrive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const BEN = 'ben@contoso.example'
const sandbox = await sandboxOfFile()
let client: DriveClient

beforeEach(async () => {
  await sandbox.control('POST', '/onedrive/accounts', { email: ANNA })
  client = await connect(sandbox, ANNA)
})

const codeOf = (body: unknown) => at(body, 'error.code')
const names = async (path = '/me/drive/root/children') =>
  listAt((await client.get(path)).body).map((item) => at(item, 'name'))

describe('authorization', () => {
  test('refuses no token, an unknown one, one without a files scope, and writes with a read scope', async () => {
    const bare = await ask(`${sandbox.url}/graph.microsoft.com/v1.0/me/drive`)
    expect([bare.status, codeOf(bare.body)]).toEqual([401, 'InvalidAuthenticationToken'])
    expect(bare.headers.get('www-authenticate')).toContain('Bearer')
    const mail = await connect(sandbox, ANNA, 'Mail.ReadWrite User.Read')
    const refused = await mail.get('/me/drive')
    expect([refused.status, codeOf(refused.body)]).toEqual([403, 'accessDenied'])
    const reader = await connect(sandbox, ANNA, 'Files.Read User.Read')
    expect((await reader.get('/me/drive')).status).toBe(200)
    expect((await reader.put('/a.txt', 'a')).status).toBe(403)
  })

  test('the drive belongs to the account of the token; other files are not visible', async () => {
    await sandbox.control('POST', '/onedrive/accounts', { email: BEN })
    const ben = await connect(sandbox, BEN)
    expect(at((await ben.get('/me')).body, 'mail')).toBe(BEN)
    const id = textAt((await client.put('/mine.txt', 'mine')).body, 'id')
    expect((await ben.get(`/me/drive/items/${id}`)).status).toBe(404)
    expect(listAt((await ben.get('/me/drive/root/children')).body)).toEqual([])
  })

  test('the drive has its owner and quota', async () => {
    await sandbox.control('PATCH', `/onedrive/accounts/${ANNA}`, { total: 100 })
    await client.put('/a.txt', 'x'.repeat(95))
    expect((await client.get('/me/drive')).body).toMatchObject({
      driveType: 'business',
      owner: { user: { email: ANNA } },
      quota: { total: 100, used: 95, remaining: 5, state: 'nearing' },
    })
  })
})

describe('a small file', () => {
  test('has hash, tag and link, and is read by path and by id', async () => {
    const made = await client.put('/Invoices/2026/a%20%26%20b%23%25.pdf', 'J')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'a & b#%.pdf',
      size: 1,
      // The published test vector of the single byte 4a.
      file: { mimeType: 'application/pdf', hashes: { quickXorHash: 'SgAAAAAAAAAAAAAAAQAAAAAAAAA=' } },
      parentReference: { path: expect.stringMatching(/\/root:\/Invoices\/2026$/) },
      eTag: expect.stringMatching(/^"\{[0-9A-F-]{36}\},1"$/),
      webUrl: expect.stringContaining('/Documents/Invoices/2026/'),
    })
    const byPath = await client.get('/me/drive/root:/invoices/2026/A%20%26%20B%23%25.PDF')
    expect([byPath.status, at(byPath.body, 'id')]).toEqual([200, at(made.body, 'id')])
    const byId = await client.get(`/me/drive/items/${textAt(made.body, 'id')}?$select=name,size`)
    expect(Object.keys(Object(byId.body)).toSorted()).toEqual(['@odata.context', 'id', 'name', 'size'])
    const content = await client.get(`/me/drive/items/${textAt(made.body, 'id')}/content`)
    expect(content.status).toBe(302)
    const bytes = await ask(content.headers.get('location') ?? '')
    expect([bytes.status, bytes.text]).toEqual([200, 'J'])
    expect(String(field(byPath.body, '@microsoft.graph.downloadUrl'))).toBe(content.headers.get('location'))
    expect((await ask(`${content.headers.get('location')}x`)).status).toBe(404)
  })

  test('replaces by default; fails or is renamed with another conflict behaviour', async () => {
    const first = await client.put('/a.pdf', 'one')
    const second = await client.put('/a.pdf', 'two')
    expect([second.status, at(second.body, 'id')]).toEqual([200, at(first.body, 'id')])
    expect(at(second.body, 'eTag')).not.toBe(at(first.body, 'eTag'))
    const failed = await client.put('/A.PDF', 'three', conflict('fail'))
    expect([failed.status, codeOf(failed.body)]).toEqual([409, 'nameAlreadyExists'])
    expect(at((await client.put('/a.pdf', 'four', conflict('rename'))).body, 'name')).toBe('a 1.pdf')
    expect(at((await client.put('/a.pdf', 'five', conflict('rename'))).body, 'name')).toBe('a 2.pdf')
    expect((await client.put('/a.pdf', 'six', conflict('merge'))).status).toBe(400)
    expect(await names()).toEqual(['a 1.pdf', 'a 2.pdf', 'a.pdf'])
    const files = (await sandbox.control('GET', '/onedrive')).body
    const sha256 = createHash('sha256').update('two').digest('hex')
    expect(files).toContainEqual({ account: ANNA, path: '/a.pdf', size: 3, sha256 })
  })

  test('is refused for its size, the quota, and a folder or file at its path, and leaves nothing', async () => {
    await sandbox.control('PATCH', `/onedrive/accounts/${ANNA}`, { total: 10, largestPut: 8 })
    const answers = [await client.put('/New/a.txt', '123456789'), await client.put('/a.txt', '12345678')]
    await client.send('POST', '/me/drive/root/children', { name: 'Folder', folder: {} })
    answers.push(
      await client.put('/Other/b.txt', '123'),
      await client.put('/Folder', '1'),
      await client.put('/a.txt/c', '1'),
    )
    expect(answers.map(({ status, body }) => [status, codeOf(body)])).toEqual([
      [413, 'requestEntityTooLarge'],
      [201, undefined],
      [507, 'quotaLimitReached'],
      [409, 'nameAlreadyExists'],
      [409, 'nameAlreadyExists'],
    ])
    expect(await names()).toEqual(['a.txt', 'Folder'])
    // The replaced file frees its space.
    expect((await client.put('/a.txt', '87654321')).status).toBe(200)
  })

  test.each(['a%3Ab', 'a%7C', '%20a', 'a.', 'CON', 'com1', '.lock', 'x_vti_y', 'desktop.ini', '~%24a', 'a//b', '%zz'])(
    'is refused with the name %s',
    async (name) => {
      const answer = await client.put(`/${name}`, 'x')
      expect([answer.status, codeOf(answer.body)]).toEqual([400, 'invalidRequest'])
    },
  )

  test('a path is decoded once and has at most 400 characters', async () => {
    expect(at((await client.put('/50%2525.txt', 'x')).body, 'name')).toBe('50%25.txt')
    expect((await client.put(`/${'n'.repeat(256)}`, 'x')).status).toBe(400)
    expect((await client.put(`/${'n'.repeat(200)}/${'n'.repeat(200)}`, 'x')).status).toBe(400)
    expect((await client.put(`/${'n'.repeat(200)}/${'n'.repeat(199)}`, 'x')).status).toBe(201)
  })
})

test('parallel uploads of one name get different names', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => client.put('/New/a.txt', 'x', conflict('rename'))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => at(body, 'name'))).size).toBe(50)
  expect(await names()).toEqual(['New'])
})

test('webUrl leads to the page of the account’s files', async () => {
  const answer = await ask(textAt((await client.put('/a.txt', 'a')).body, 'webUrl'))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/files/onedrive/${encodeURIComponent(ANNA)}`])
})

describe('folders', () => {
  const make = (name: string, on?: string, below = 'root/children', more = {}) =>
    client.send('POST', `/me/drive/${below}`, {
      name,
      folder: {},
      ...(on ? { '@microsoft.graph.conflictBehavior': on } : {}),
      ...more,
    })

  test('are created, renamed on conflict, or replaced', async () => {
    const made = await make('Invoices')
    expect([made.status, at(made.body, 'folder.childCount')]).toEqual([201, 0])
    expect(codeOf((await make('invoices')).body)).toBe('nameAlreadyExists')
    expect(at((await make('Invoices', 'rename')).body, 'name')).toBe('Invoices 1')
    await client.put('/Invoices/a.txt', 'a')
    expect((await make('Invoices', 'replace')).body).toMatchObject({
      id: at(made.body, 'id'),
      folder: { childCount: 1 },
    })
    expect((await make('2026', 'fail', 'root:/Invoices:/children')).status).toBe(201)
    expect((await make('x', 'fail', `items/${textAt(made.body, 'id')}/children`, { size: 1 })).status).toBe(400)
    expect((await make('x', 'fail', 'root:/Nowhere:/children')).status).toBe(404)
    expect((await make('a?b')).status).toBe(400)
  })

  test('are listed in pages, and deleted with their content', async () => {
    for (const name of ['a', 'b', 'c']) await client.put(`/F/${name}.txt`, name)
    const first = await client.get('/me/drive/root:/F:/children?$top=2&$select=name')
    expect(listAt(first.body).map((item) => at(item, 'name'))).toEqual(['a.txt', 'b.txt'])
    expect(await names(String(field(first.body, '@odata.nextLink')))).toEqual(['c.txt'])
    expect((await client.get('/me/drive/root/children?$filter=x')).status).toBe(400)
    expect((await client.send('DELETE', '/me/drive/root:/F:')).status).toBe(204)
    expect((await client.get('/me/drive/root:/F/a.txt')).status).toBe(404)
    expect((await sandbox.control('GET', '/onedrive')).body).toEqual([])
  })
})
