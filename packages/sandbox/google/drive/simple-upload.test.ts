import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, ask, at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { type Drive, FOLDER, openDrive, uploadRange, uploadStream } from '../../testing/google-drive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const BLOCK = 256 * 1024
const sandbox = await sandboxOfFile()
let drive: Drive

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM })
  drive = await openDrive(sandbox, KIM)
})

const reason = ({ body }: Answer) => [at(body, 'error.code'), at(body, 'error.errors.0.reason')]
const hash = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('hex')
const files = async () => (await sandbox.control('GET', '/google')).body
const location = (answer: Answer) => answer.headers.get('location') ?? ''
const base = () => `${sandbox.url}/www.googleapis.com/upload/drive/v3/files`

describe('in one request', () => {
  test('multipart uploads metadata and any bytes', async () => {
    const folder = await drive.folder('Invoices')
    const bytes = Buffer.concat([Buffer.from('\r\n--cu\r\n--cut'.slice(0, 8)), randomBytes(3000)])
    const answer = await drive.put({ name: 'a b.pdf', parents: [folder] }, bytes, 'application/pdf; charset=x')
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        kind: 'drive#file',
        id: expect.stringMatching(/^[\w-]{33}$/),
        name: 'a b.pdf',
        mimeType: 'application/pdf',
        parents: [folder],
        size: '3008',
        md5Checksum: hash('md5', bytes),
        sha256Checksum: hash('sha256', bytes),
        trashed: false,
      }),
    ])
    const path = `/www.googleapis.com/drive/v3/files/${textAt(answer.body, 'id')}?alt=media`
    const download = await fetch(`${sandbox.url}${path}`, { headers: { authorization: drive.authorization } })
    expect(download.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes)
    expect((await sandbox.control('GET', '/google')).body).toEqual([
      { account: KIM, path: '/Invoices/a b.pdf', size: 3008, sha256: hash('sha256', bytes) },
    ])
  })

  test('media uploads bytes only; names may repeat', async () => {
    const send = () =>
      ask(`${base()}?uploadType=media`, {
        method: 'POST',
        headers: { authorization: drive.authorization, 'content-type': 'text/plain' },
        body: 'hello',
      })
    expect((await send()).body).toMatchObject({ name: 'Untitled', mimeType: 'text/plain' })
    expect((await send()).status).toBe(200)
    expect(listAt((await drive.list("name = 'Untitled'")).body, 'files')).toHaveLength(2)
  })

  test('refuses more than 5 MB', async () => {
    expect((await drive.put({ name: 'full' }, Buffer.alloc(5 * 2 ** 20))).status).toBe(200)
    expect((await drive.put({ name: 'over' }, Buffer.alloc(5 * 2 ** 20 + 1))).status).toBe(413)
    await sandbox.control('PUT', '/config', { driveSimpleUploadBytes: 10 })
    expect((await drive.put({ name: 'over' }, 'eleven byte')).status).toBe(413)
    expect((await drive.put({ name: 'fits' }, 'ten bytes.')).status).toBe(200)
  })

  test.each([
    ['a boundary that is not there', 'multipart/related', '--cut\r\n\r\n{}\r\n--cut--'],
    ['a missing end', 'multipart/related; boundary=cut', '--cut\r\nContent-Type: application/json\r\n\r\n{}'],
    ['one part', 'multipart/related; boundary=cut', '--cut\r\nContent-Type: application/json\r\n\r\n{}\r\n--cut--'],
    ['JSON that is none', 'multipart/related; boundary="cut"', parts('application/json', '{')],
    ['a description that is not JSON', 'multipart/related; boundary=cut', parts('text/plain', '{}')],
  ])('is refused with %s', async (_what, type, body) => {
    const headers = { authorization: drive.authorization, 'content-type': type }
    expect((await ask(`${base()}?uploadType=multipart`, { method: 'POST', headers, body })).status).toBe(400)
    expect(await files()).toEqual([])
  })

  test('decodes base64', async () => {
    const body = parts('application/json', '{"name":"a"}', 'Content-Transfer-Encoding: base64\r\n', 'aGVsbG8=')
    const headers = { authorization: drive.authorization, 'content-type': 'multipart/related; boundary=cut' }
    const answer = await ask(`${base()}?uploadType=multipart&fields=size`, { method: 'POST', headers, body })
    expect(answer.body).toEqual({ size: '5' })
  })
})

function parts(type: string, json: string, head = '', content = 'x'): string {
  const first = `--cut\r\nContent-Type: ${type}\r\n\r\n${json}\r\n`
  return `${first}--cut\r\n${head}Content-Type: text/plain\r\n\r\n${content}\r\n--cut--`
}

describe('refusals', () => {
  test('of parents: unknown, more than one, or files', async () => {
    const file = textAt((await drive.put({ name: 'a' }, 'x')).body, 'id')
    const other = await drive.folder('b')
    const create = (parents: string[]) => drive.put({ name: 'c', parents }, 'x')
    expect(reason(await create(['unknown']))).toEqual([404, 'notFound'])
    expect(reason(await create(['root', other]))).toEqual([403, 'cannotAddParent'])
    expect(reason(await create([file]))).toEqual([403, 'parentNotAFolder'])
  })

  test('of ids: not generated, or used', async () => {
    const [id, second] = listAt((await drive.call('GET', '/files/generateIds?count=2')).body, 'ids').map(String)
    expect(reason(await drive.put({ id: 'made-up' }, 'x'))).toEqual([400, 'invalid'])
    expect(at((await drive.put({ id, name: 'a' }, 'x')).body, 'id')).toBe(id)
    expect(reason(await drive.put({ id, name: 'a' }, 'x'))).toEqual([409, 'fileIdInUse'])
    expect(reason(await drive.begin({ id, name: 'a' }))).toEqual([409, 'fileIdInUse'])
    expect((await drive.call('DELETE', `/files/${id}`)).status).toBe(204)
    expect(reason(await drive.put({ id, name: 'a' }, 'x'))).toEqual([409, 'fileIdInUse'])
    expect(at((await drive.call('POST', '/files', { id: second, name: 'f', mimeType: FOLDER })).body, 'id')).toBe(
      second,
    )
    expect((await drive.call('GET', '/files/generateIds?count=1001')).status).toBe(400)
  })

  test('of fields that are unknown or read-only, and of too long properties', async () => {
    const create = (body: unknown) => drive.call('POST', '/files', body)
    expect(reason(await create({ name: 'a', size: '5' }))).toEqual([403, 'fieldNotWritable'])
    expect(reason(await create({ name: 'a', nonsense: 1 }))).toEqual([400, 'badRequest'])
    expect(reason(await create({ name: 5 }))).toEqual([400, 'badRequest'])
    expect((await create({ name: 'a', appProperties: { path: 'ä'.repeat(60) } })).status).toBe(200)
    expect(reason(await create({ name: 'a', appProperties: { path: 'ä'.repeat(61) } }))).toEqual([400, 'invalid'])
  })

  test('of bytes beyond the quota, for each upload type', async () => {
    await sandbox.control('PUT', `/google/accounts/${KIM}/quota`, { limit: 1000, usedElsewhere: 900 })
    expect((await drive.put({ name: 'a' }, Buffer.alloc(60))).status).toBe(200)
    expect(reason(await drive.put({ name: 'b' }, Buffer.alloc(41)))).toEqual([403, 'storageQuotaExceeded'])
    const declared = await drive.begin({ name: 'b' }, { 'x-upload-content-length': '41' })
    expect(reason(declared)).toEqual([403, 'storageQuotaExceeded'])
    const untold = location(await drive.begin({ name: 'b' }))
    expect(reason(await uploadRange(untold, '0-40/41', Buffer.alloc(41)))).toEqual([403, 'storageQuotaExceeded'])
    expect((await uploadRange(untold, '*/41')).status).toBe(404)
    const about = (await drive.call('GET', '/about?fields=storageQuota')).body
    expect(at(about, 'storageQuota')).toEqual({
      limit: '1000',
      usage: '960',
      usageInDrive: '60',
      usageInDriveTrash: '0',
    })
  })
})

describe('in ranges', () => {
  test('continues after an interruption, and creates the file with the last range', async () => {
    const bytes = randomBytes(2 * BLOCK + 100)
    const total = bytes.length
    const begun = await drive.begin(
      { name: 'big.bin' },
      { 'x-upload-content-type': 'image/png', 'x-upload-content-length': `${total}` },
    )
    expect([begun.status, begun.text]).toEqual([200, ''])
    const address = location(begun)
    expect(address).toContain('/www.googleapis.com/upload/drive/v3/files?uploadType=resumable&upload_id=')
    const nothing = await uploadRange(address, `*/${total}`)
    expect([nothing.status, nothing.headers.get('range')]).toEqual([308, null])
    const first = await uploadRange(address, `0-${BLOCK - 1}/${total}`, bytes.subarray(0, BLOCK))
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${BLOCK - 1}`])
    for (const range of [
      `0-${BLOCK - 1}/${total}`,
      `${2 * BLOCK}-${total - 1}/${total}`,
      `${BLOCK}-${BLOCK + 99}/${total}`,
      'x',
    ])
      expect((await uploadRange(address, range, bytes.subarray(0, 100))).status).toBe(400)
    expect((await uploadRange(address, `*/${total + 1}`)).status).toBe(400)
    expect(await files()).toEqual([])
    const last = await uploadRange(address, `${BLOCK}-${total - 1}/${total}`, bytes.subarray(BLOCK))
    expect([last.status, last.body]).toEqual([
      200,
      expect.objectContaining({ size: `${total}`, mimeType: 'image/png', sha256Checksum: hash('sha256', bytes) }),
    ])
    expect((await uploadRange(address, `*/${total}`)).body).toEqual(last.body)
    expect(await files()).toHaveLength(1)
  })

  test('accepts the whole file in one request, with or without a length, and an empty file', async () => {
    const begin = async () => location(await drive.begin({ name: 'a' }, {}, 'fields=size'))
    const put = async (body: string) => (await ask(await begin(), { method: 'PUT', body })).body
    expect(await put('hello')).toEqual({ size: '5' })
    expect(await put('')).toEqual({ size: '0' })
    expect(await uploadStream(await begin(), {}, [Buffer.from('hello'), Buffer.from(' you')])).toEqual({ size: '9' })
  })

  test('stores whole blocks of an interrupted range', async () => {
    const bytes = randomBytes(3 * BLOCK)
    const address = location(await drive.begin({ name: 'a' }, { 'x-upload-content-length': `${bytes.length}` }))
    await new Promise<void>((resolve) => {
      const headers = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`, 'content-length': bytes.length }
      const cut = request(address, { method: 'PUT', headers }).on('error', () => resolve())
      cut.write(bytes.subarray(0, BLOCK + 5000), () => cut.destroy())
      cut.on('close', () => resolve())
    })
    await expect
      .poll(async () => (await uploadRange(address, `*/${bytes.length}`)).headers.get('range'))
      .toBe(`bytes=0-${BLOCK - 1}`)
    const rest = `${BLOCK}-${bytes.length - 1}/${bytes.length}`
    const done = await uploadRange(address, rest, bytes.subarray(BLOCK))
    expect(at(done.body, 'md5Checksum')).toBe(hash('md5', bytes))
  })

  test('has an address that is valid for a week', async () => {
    const [early, late] = [location(await drive.begin({ name: 'a' })), location(await drive.begin({ name: 'b' }))]
    await sandbox.control('POST', '/clock', { advance: 'P6D' })
    expect((await uploadRange(early, '0-4/5', Buffer.from('hello'))).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'P1D' })
    expect(reason(await uploadRange(late, '0-4/5', Buffer.from('hello')))).toEqual([404, 'notFound'])
    expect((await uploadRange(`${base()}?uploadType=resumable&upload_id=x`, '*/5')).status).toBe(404)
  })

  test('of more than 8 MB stores the checksums, not the bytes', async () => {
    const block = randomBytes(2 ** 20)
    const sum = createHash('sha256')
    const total = 9 * 2 ** 20
    function* bytes() {
      for (let count = 0; count < 9; count++) {
        sum.update(block)
        yield block
      }
    }
    const address = location(await drive.begin({ name: 'huge.bin' }, { 'x-upload-content-length': `${total}` }))
    const answer = await uploadStream(address, { 'content-range': `bytes 0-${total - 1}/${total}` }, bytes())
    expect(answer).toMatchObject({ size: `${total}`, sha256Checksum: sum.digest('hex') })
    const path = `/files/${textAt(answer, 'id')}?alt=media`
    expect(reason(await drive.call('GET', path))).toEqual([403, 'cannotDownloadFile'])
  })
})
