import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { at, ask, startTestSandbox, textAt, type TestSandbox } from '../../testing/sandbox-client.ts'
import { contentOf, ContentReader } from '../file-content.ts'
import { connect, type DropboxClient, filesOf } from '../../testing/dropbox-client.ts'

const ALICE = 'alice@firm.example'
const BLOCK = 4 * 2 ** 20
let sandbox: TestSandbox
let alice: DropboxClient
beforeEach(async () => {
  sandbox = await startTestSandbox()
  alice = await connect(sandbox, ALICE)
})
afterEach(() => sandbox[Symbol.asyncDispose]())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Dropbox's content hash, computed from the whole file. */
function contentHashOf(bytes: Uint8Array): string {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += BLOCK) blocks.push(sha256(bytes.subarray(from, from + BLOCK)))
  return sha256(Buffer.concat(blocks)).toString('hex')
}

const put = (path: string, text: string, more: object = {}) => alice.upload('files/upload', { path, ...more }, text)
const tagsOf = (body: unknown) => String(at(body, 'error_summary')).replace(/\/\.*$/, '')

describe('the content hash', () => {
  test('is the same for any chunks', () => {
    const bytes = Buffer.alloc(2 * BLOCK + 17, 'Mailroom')
    const whole = { contentHash: contentHashOf(bytes), sha256: sha256(bytes).toString('hex') }
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 4 }), (cuts) => {
        const reader = new ContentReader()
        const ends = [...cuts, bytes.length].toSorted((left, right) => left - right)
        for (const [place, end] of ends.entries()) reader.add(bytes.subarray(ends[place - 1] ?? 0, end))
        expect(reader.content()).toMatchObject(whole)
      }),
      { numRuns: 5 },
    )
  })

  test.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1])('is right for %i bytes, and independent of a copy', (size) => {
    const bytes = Buffer.alloc(size, 'x')
    expect(contentOf(bytes).contentHash).toBe(contentHashOf(bytes))
    const reader = new ContentReader()
    reader.add(bytes)
    reader.copy().add(Buffer.from('more'))
    expect(reader.content()).toMatchObject({ size, contentHash: contentHashOf(bytes) })
  })

  test('is returned, and a wrong one stores nothing', async () => {
    const good = await put('/a.txt', 'hello', { content_hash: contentHashOf(Buffer.from('hello')) })
    expect(good.body).toMatchObject({ content_hash: contentHashOf(Buffer.from('hello')), size: 5 })
    const bad = await put('/b.txt', 'hello', { content_hash: contentHashOf(Buffer.from('other')) })
    expect([bad.status, tagsOf(bad.body)]).toEqual([409, 'content_hash_mismatch'])
    expect(await filesOf(sandbox, ALICE)).toEqual({ '/a.txt': 5 })
  })
})

describe('an upload', () => {
  test('creates missing folders, and finds existing ones in any case', async () => {
    const { body } = await put('/Work/Invoices/May.pdf', 'one', { client_modified: '2026-05-04T03:02:01Z' })
    expect(body).toEqual({
      name: 'May.pdf',
      path_lower: '/work/invoices/may.pdf',
      path_display: '/Work/Invoices/May.pdf',
      id: expect.stringMatching(/^id:.{22}$/),
      client_modified: '2026-05-04T03:02:01Z',
      server_modified: expect.stringMatching(/^[\d-]{10}T[\d:]{8}Z$/),
      rev: expect.stringMatching(/^[0-9a-f]{9,}$/),
      size: 3,
      is_downloadable: true,
      content_hash: contentHashOf(Buffer.from('one')),
    })
    expect((await put('/work/INVOICES/June.pdf', 'two')).body).toMatchObject({
      path_display: '/Work/Invoices/June.pdf',
    })
  })

  test('of the same bytes changes nothing, except with strict conflicts', async () => {
    const first = await put('/a.txt', 'one')
    const again = await put('/A.txt', 'one', { autorename: true })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(tagsOf((await put('/a.txt', 'one', { strict_conflict: true })).body)).toBe('path/conflict/file')
    expect(await filesOf(sandbox, ALICE)).toEqual({ '/a.txt': 3 })
  })

  test('of other bytes is a conflict, or gets another name with autorename', async () => {
    await put('/a.txt', 'one')
    const refused = await put('/a.txt', 'other')
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error_summary: expect.stringMatching(/^path\/conflict\/file\/\.*$/),
        error: {
          '.tag': 'path',
          reason: { '.tag': 'conflict', conflict: { '.tag': 'file' } },
          upload_session_id: expect.any(String),
        },
      },
    ])
    expect((await put('/a.txt', 'other', { autorename: true })).body).toMatchObject({ name: 'a (2).txt' })
    expect((await put('/a.txt', 'third', { autorename: true })).body).toMatchObject({ name: 'a (3).txt' })
    const session_id = textAt(refused.body, 'error.upload_session_id')
    const arg = { cursor: { session_id, offset: 5 }, commit: { path: '/b.txt' } }
    expect((await alice.upload('files/upload_session/finish', arg)).body).toMatchObject({
      path_display: '/b.txt',
      size: 5,
    })
  })

  test('over a file keeps its id and changes its revision; over an old revision it creates a copy', async () => {
    const { body: first } = await put('/a.txt', 'one')
    const { body: second } = await put('/a.txt', 'two', { mode: 'overwrite' })
    expect(at(second, 'id')).toBe(at(first, 'id'))
    expect(at(second, 'rev')).not.toBe(at(first, 'rev'))
    const stale = { mode: { '.tag': 'update', update: textAt(first, 'rev') } }
    expect(tagsOf((await put('/a.txt', 'three', stale)).body)).toBe('path/conflict/file')
    expect((await put('/a.txt', 'three', { ...stale, autorename: true })).body).toMatchObject({
      name: 'a (conflicted copy).txt',
    })
    const fresh = { mode: { '.tag': 'update', update: textAt(second, 'rev') } }
    expect((await put('/a.txt', 'four', fresh)).body).toMatchObject({ name: 'a.txt', size: 4 })
  })

  test.each([
    ['/Folder', {}, 'path/conflict/folder'],
    ['/Folder', { mode: 'overwrite' }, 'path/conflict/folder'],
    ['/file.txt/below.txt', {}, 'path/conflict/file_ancestor'],
    ['/', {}, 'path/malformed_path'],
    ['/a/', {}, 'path/malformed_path'],
    ['/a//b', {}, 'path/malformed_path'],
    ['/a\\b', {}, 'path/malformed_path'],
    ['/a/../b', {}, 'path/malformed_path'],
    ['/Work/Desktop.ini', {}, 'path/disallowed_name'],
    ['/.dropbox', {}, 'path/disallowed_name'],
    [`/${'x'.repeat(256)}`, {}, 'path/disallowed_name'],
  ])('to %j with %j is refused', async (path, more, tags) => {
    await alice.rpc('files/create_folder_v2', { path: '/Folder' })
    await put('/file.txt', 'one')
    const answer = await put(path, 'two', more)
    expect([answer.status, tagsOf(answer.body)]).toEqual([409, tags])
    expect(await filesOf(sandbox, ALICE)).toEqual({ '/file.txt': 3 })
  })

  test.each(['/🧾', '/Bills 📁', '/𠮷野'])('a folder %s, with a character above U+FFFF, is refused', async (path) => {
    const { status, body } = await alice.rpc('files/create_folder_v2', { path })
    expect([status, tagsOf(body)]).toEqual([409, 'path/malformed_path'])
  })

  test('larger than the free space or than the limit of a call is refused', async () => {
    await sandbox.control('PATCH', `/dropbox/accounts/${ALICE}`, { quota: 10 })
    await put('/a.txt', '123456')
    expect(tagsOf((await put('/b.txt', '12345')).body)).toBe('path/insufficient_space')
    expect((await put('/a.txt', '1234567890', { mode: 'overwrite' })).status).toBe(200)
    await sandbox.control('PUT', '/dropbox/settings', { uploadLimit: 4 })
    expect(tagsOf((await put('/c.txt', '12345')).body)).toBe('payload_too_large')
  })

  test('during another one of the same account is refused with lockContention', async () => {
    await sandbox.control('PUT', '/dropbox/settings', { lockContention: true, writeMs: 50 })
    const bob = await connect(sandbox, 'bob@firm.example')
    const upload = ({ tokens }: DropboxClient, path: string) => {
      const authorization = `Bearer ${textAt(tokens, 'access_token')}`
      const headers = { authorization, 'content-type': 'application/octet-stream' }
      const arg = { 'dropbox-api-arg': JSON.stringify({ path }) }
      const init = { method: 'POST', body: 'content', headers: { ...headers, ...arg } }
      return sandbox.call('/content.dropboxapi.com/2/files/upload', init)
    }
    const [one, two, other] = await Promise.all([
      upload(alice, '/a.txt'),
      upload(alice, '/b.txt'),
      upload(bob, '/c.txt'),
    ])
    const refused = [one, two].find(({ status }) => status === 429)
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 429])
    expect(other.status).toBe(200)
    expect(refused?.headers.get('retry-after')).toBe('1')
    const { body } = await sandbox.control('GET', '/requests?service=dropbox')
    expect(Object.values(Object(body)).some((call) => at(call, 'concurrency') === 2)).toBe(true)
    expect(refused?.body).toMatchObject({ error: { reason: { '.tag': 'too_many_write_operations' }, retry_after: 1 } })
  })
})

describe('an upload session', () => {
  const start = async (text: string) =>
    textAt((await alice.upload('files/upload_session/start', {}, text)).body, 'session_id')
  const append = (session_id: string, offset: number, text: string, more: object = {}) =>
    alice.upload('files/upload_session/append_v2', { cursor: { session_id, offset }, ...more }, text)
  const finish = (session_id: string, offset: number, text: string, commit: object) =>
    alice.upload('files/upload_session/finish', { cursor: { session_id, offset }, commit }, text)

  test('accepts parts only at the right offset', async () => {
    const id = await start('one')
    expect((await append(id, 3, 'two')).body).toBeNull()
    const wrong = await append(id, 3, 'two')
    expect([wrong.status, at(wrong.body, 'error')]).toEqual([409, { '.tag': 'incorrect_offset', correct_offset: 6 }])
    const early = await finish(id, 5, '', { path: '/a.txt' })
    expect(at(early.body, 'error')).toEqual({
      '.tag': 'lookup_failed',
      lookup_failed: { '.tag': 'incorrect_offset', correct_offset: 6 },
    })
    expect((await finish(id, 6, 'end', { path: '/a.txt' })).body).toMatchObject({ size: 9, path_display: '/a.txt' })
    expect((await alice.download({ path: '/a.txt' })).text).toBe('onetwoend')
    expect(tagsOf((await finish(id, 6, 'end', { path: '/a.txt' })).body)).toBe('lookup_failed/not_found')
  })

  test('of another account, a week old, or closed accepts nothing', async () => {
    const id = await start('one')
    const bob = await connect(sandbox, 'bob@firm.example')
    const arg = { cursor: { session_id: id, offset: 3 } }
    expect(tagsOf((await bob.upload('files/upload_session/append_v2', arg, 'x')).body)).toBe('not_found')
    await append(id, 3, 'two', { close: true })
    expect(tagsOf((await append(id, 6, 'three')).body)).toBe('closed')
    const old = await start('old')
    await sandbox.control('POST', '/clock', { advance: 'P8D' })
    alice = await connect(sandbox, ALICE)
    expect(tagsOf((await append(old, 3, 'x')).body)).toBe('not_found')
  })

  test('ends in the same conflicts, and can be finished again', async () => {
    await put('/a.txt', 'first')
    const id = await start('other')
    const clash = await finish(id, 5, '!', { path: '/a.txt' })
    expect(at(clash.body, 'error')).toEqual({
      '.tag': 'path',
      path: { '.tag': 'conflict', conflict: { '.tag': 'file' } },
    })
    const renamed = await finish(id, 5, '!', { path: '/a.txt', autorename: true })
    expect(renamed.body).toMatchObject({ name: 'a (2).txt', size: 6 })
  })

  test('that is too long or has a wrong hash is refused', async () => {
    await sandbox.control('PUT', '/dropbox/settings', { sessionLimit: 5 })
    const id = await start('one')
    expect(tagsOf((await append(id, 3, 'two')).body)).toBe('too_large')
    expect(tagsOf((await append(id, 3, '2', { content_hash: '0'.repeat(64) })).body)).toBe('content_hash_mismatch')
    expect((await append(id, 3, '2', { content_hash: contentHashOf(Buffer.from('2')) })).status).toBe(200)
  })

  test('uploads a large file, of which only size and hashes are stored', async () => {
    const part = Buffer.alloc(5 * 2 ** 20, 'Mailroom')
    const reader = new ContentReader()
    const { body } = await alice.upload('files/upload_session/start', {})
    const session_id = textAt(body, 'session_id')
    for (let turn = 0; turn < 2; turn++) {
      const cursor = { session_id, offset: turn * part.length }
      expect((await alice.upload('files/upload_session/append_v2', { cursor }, part)).status).toBe(200)
      reader.add(part)
    }
    const answer = await finish(session_id, 2 * part.length, '', { path: '/long.bin' })
    const { size, contentHash } = reader.content()
    expect(answer.body).toMatchObject({ size, content_hash: contentHash, is_downloadable: false })
    expect(tagsOf((await alice.download({ path: '/long.bin' })).body)).toBe('unsupported_file')
    const journal = await sandbox.control('GET', '/requests?service=dropbox')
    expect(Object.values(Object(journal.body)).some((call) => at(call, 'body') === `[${part.length} bytes]`)).toBe(true)
    expect(journal.text.length).toBeLessThan(100_000)
  })
})

test('a call that breaks off leaves no file and no part of one', async () => {
  const breaking = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
    pull: (controller) => controller.error(new Error('cut')),
  })
  await expect(alice.upload('files/upload', { path: '/a.txt' }, breaking)).rejects.toThrow()
  expect(await filesOf(sandbox, ALICE)).toEqual({})
  expect((await ask(`${sandbox.url}/control/info`)).status).toBe(200)
})
