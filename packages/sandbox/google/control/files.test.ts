import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ask, at, sendJson, textAt } from '../../testing/sandbox-client.ts'
import { openDrive, uploadRange } from '../../testing/google-drive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const APP = 'mailroom-sandbox'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM })
})

const put = async (body: Record<string, unknown>) =>
  (await sandbox.control('POST', `/google/accounts/${KIM}/files`, body)).body
const all = async () => (await sandbox.control('GET', '/google')).body

test('creates a file with its folders, visible to the client that `madeBy` names', async () => {
  const sha256 = createHash('sha256').update('hello').digest('hex')
  const made = await put({ path: '/Papers/2026/a.txt', text: 'hello', mimeType: 'text/plain', madeBy: APP })
  expect(made).toMatchObject({ path: '/Papers/2026/a.txt', size: 5, sha256, madeBy: APP, trashed: false })
  await put({ path: 'Papers/b.bin', contentBytes: 'aGVsbG8=' })
  await put({ path: '/Papers/Notes', mimeType: 'application/vnd.google-apps.document' })
  expect(await all()).toEqual([
    { account: KIM, path: '/Papers/2026/a.txt', size: 5, sha256 },
    { account: KIM, path: '/Papers/b.bin', size: 5, sha256 },
  ])
  const drive = await openDrive(sandbox, KIM)
  const seen = at((await drive.call('GET', '/files?orderBy=name&fields=files(name)')).body, 'files')
  expect(seen).toEqual([{ name: '2026' }, { name: 'a.txt' }, { name: 'Papers' }])
  const document = await put({ path: '/Sheet', mimeType: 'application/vnd.google-apps.spreadsheet', madeBy: APP })
  const download = await drive.call('GET', `/files/${textAt(document, 'id')}?alt=media`)
  expect(at(download.body, 'error.errors.0.reason')).toBe('fileNotDownloadable')
})

test('renames, moves, trashes and deletes a file', async () => {
  const file = `/google/accounts/${KIM}/files/${textAt(await put({ path: '/a.txt', text: 'x' }), 'id')}`
  const folder = textAt(await put({ path: '/Box', folder: true }), 'id')
  expect((await sandbox.control('PATCH', file, { name: 'b.txt', parent: folder })).body).toMatchObject({
    path: '/Box/b.txt',
  })
  await sandbox.control('PATCH', `/google/accounts/${KIM}/files/${folder}`, { trashed: true })
  expect(await all()).toEqual([])
  expect((await sandbox.control('GET', `/google/accounts/${KIM}/files`)).body).toMatchObject([
    { path: '/Box/b.txt', trashed: true },
    { path: '/Box', trashed: true },
  ])
  await sandbox.control('DELETE', `/google/accounts/${KIM}/files/${folder}`)
  expect((await sandbox.control('GET', `/google/accounts/${KIM}/files`)).body).toEqual([])
})

test('refuses impossible calls with a status', async () => {
  const folder = textAt(await put({ path: '/Box', folder: true }), 'id')
  const answer = async (method: string, path: string, body: unknown = {}) =>
    (await ask(`${sandbox.url}/control/google/accounts${path}`, sendJson(method, body))).status
  expect(await answer('POST', '/unknown@gmail.example/files', { path: 'a' })).toBe(404)
  expect(await answer('POST', `/${KIM}/files`, { path: '/' })).toBe(400)
  expect(await answer('POST', `/${KIM}/files`, { path: 'a', made_up: 1 })).toBe(400)
  expect(await answer('PATCH', `/${KIM}/files/unknown`)).toBe(404)
  expect(await answer('PATCH', `/${KIM}/files/${folder}`, { parent: folder })).toBe(409)
  expect(await answer('DELETE', `/${KIM}/files/root`)).toBe(409)
  expect(await answer('PUT', `/${KIM}/quota`, { limit: -1 })).toBe(400)
})

test('a reset deletes all files and uploads', async () => {
  const drive = await openDrive(sandbox, KIM)
  const address = (await drive.begin({ name: 'a' })).headers.get('location') ?? ''
  expect((await sandbox.control('DELETE', '/google/uploads')).body).toEqual({ ended: 1 })
  expect((await uploadRange(address, '*/5')).status).toBe(404)
  await put({ path: '/a.txt', text: 'x' })
  await sandbox.control('POST', '/reset')
  expect(await all()).toEqual([])
})

test('creates forty files with parallel calls', async () => {
  const drive = await openDrive(sandbox, KIM)
  const names = Array.from({ length: 40 }, (_, place) => `/${place}`)
  const answers = await Promise.all(names.map((name) => drive.put({ name: name.slice(1) }, name)))
  expect(new Set(answers.map(({ body }) => at(body, 'id'))).size).toBe(40)
  const paths = Object.values(Object(await all())).map((file) => at(file, 'path'))
  expect(paths).toHaveLength(40)
  expect(new Set(paths)).toEqual(new Set(names))
})
