import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ask, at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { ANNA, connect, type DriveClient, uploadRange, sessionFor, STEP } from '../../testing/onedrive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const sandbox = await sandboxOfFile()
let client: DriveClient
const RENAME = { '@microsoft.graph.conflictBehavior': 'rename' }

beforeEach(async () => {
  await sandbox.control('POST', '/onedrive/accounts', { email: ANNA })
  client = await connect(sandbox, ANNA)
})

const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, at(body, 'error.code')]
const files = async () => (await sandbox.control('GET', '/onedrive')).body

test('uploads a file in ranges, to an address on another host', async () => {
  const url = await sessionFor(client, '/Invoices/large.bin')
  expect(url).toContain('/sandbox-my.sharepoint.com/')
  const total = STEP + 5
  const first = await uploadRange(url, [0, STEP - 1, total])
  expect([first.status, at(first.body, 'nextExpectedRanges')]).toEqual([202, [`${STEP}-`]])
  expect(await files()).toEqual([])
  expect(at((await ask(url)).body, 'nextExpectedRanges')).toEqual([`${STEP}-`])
  // Nothing of an interrupted range is stored.
  const broken = { method: 'PUT', headers: { 'content-range': `bytes ${STEP}-${total - 1}/${total}` }, body: 'xy' }
  expect(errorOf(await ask(url, broken))).toEqual([400, 'invalidRequest'])
  const last = await uploadRange(url, [STEP, total - 1, total])
  expect([last.status, at(last.body, 'size')]).toEqual([201, total])
  const sha256 = createHash('sha256').update(Buffer.alloc(total, 7)).digest('hex')
  expect(await files()).toEqual([{ account: ANNA, path: '/Invoices/large.bin', size: total, sha256 }])
  expect(errorOf(await uploadRange(url, [STEP, total - 1, total]))).toEqual([404, 'itemNotFound'])
})

test('requires ranges in order, with the right length, total and step, and no token', async () => {
  const url = await sessionFor(client, '/a.bin')
  const total = 3 * STEP
  const [one, two] = [STEP - 1, 2 * STEP - 1]
  expect(errorOf(await uploadRange(url, [STEP, two, total]))).toEqual([416, 'invalidRange'])
  expect((await uploadRange(url, [0, one, total])).status).toBe(202)
  expect(errorOf(await uploadRange(url, [0, one, total]))).toEqual([416, 'invalidRange'])
  expect(errorOf(await uploadRange(url, [STEP, two, total + 1]))).toEqual([400, 'invalidRequest'])
  expect(errorOf(await uploadRange(url, [STEP, two - 1, total]))).toEqual([400, 'invalidRequest'])
  expect(errorOf(await uploadRange(url, [STEP, two, total], { 'content-range': `bytes 5-1/${total}` }))[0]).toBe(400)
  expect(errorOf(await uploadRange(url, [STEP, two, total], { authorization: 'Bearer x' }))).toEqual([
    401,
    'unauthenticated',
  ])
  const short = { method: 'PUT', headers: { 'content-range': `bytes ${STEP}-${two}/${total}` }, body: 'short' }
  expect(errorOf(await ask(url, short))).toEqual([400, 'invalidRequest'])
  const huge = { ...short, headers: { 'content-range': `bytes ${STEP}-${STEP + 60 * 2 ** 20 - 1}/${total * 99}` } }
  expect(errorOf(await ask(url, huge))).toEqual([413, 'requestEntityTooLarge'])
  expect(at((await ask(url)).body, 'nextExpectedRanges')).toEqual([`${STEP}-`])
  expect((await uploadRange(url, [STEP, two, total])).status).toBe(202)
  expect((await ask(url, { method: 'DELETE' })).status).toBe(204)
  expect(errorOf(await ask(url))).toEqual([404, 'itemNotFound'])
})

test('reports a name conflict with the last range; conflictBehavior inside item renames the file', async () => {
  await client.put('/a.bin', 'there')
  const url = await sessionFor(client, '/a.bin')
  expect(errorOf(await uploadRange(url, [0, 9, 10]))).toEqual([409, 'nameAlreadyExists'])
  const bare = await client.send('POST', '/me/drive/root:/a.bin:/createUploadSession', RENAME)
  expect(errorOf(await uploadRange(textAt(bare.body, 'uploadUrl'), [0, 9, 10]))[0]).toBe(409)
  const numbered = await uploadRange(await sessionFor(client, '/a.bin', RENAME), [0, 9, 10])
  expect([numbered.status, at(numbered.body, 'name')]).toEqual([201, 'a 1.bin'])
  const replaced = await uploadRange(
    await sessionFor(client, '/a.bin', { '@microsoft.graph.conflictBehavior': 'replace', name: 'a.bin' }),
    [0, 9, 10],
  )
  expect([replaced.status, at(replaced.body, 'name')]).toEqual([200, 'a.bin'])
})

test('refuses invalid targets when the session is created or with the last range', async () => {
  await sandbox.control('PATCH', `/onedrive/accounts/${ANNA}`, { total: 20 })
  const post = (path: string, body: unknown) => client.send('POST', `/me/drive/root:${path}:/createUploadSession`, body)
  expect(errorOf(await post('/a.bin', { item: { fileSize: 21 } }))).toEqual([507, 'quotaLimitReached'])
  expect(errorOf(await post('/a.bin', { item: { name: 'b.bin' } }))).toEqual([400, 'invalidRequest'])
  expect(errorOf(await post('/a.bin', { item: { colour: 'red' } }))).toEqual([400, 'invalidRequest'])
  expect(errorOf(await post('/a%3A.bin', {}))).toEqual([400, 'invalidRequest'])
  expect(errorOf(await uploadRange(await sessionFor(client, '/a.bin'), [0, 20, 21]))).toEqual([
    507,
    'quotaLimitReached',
  ])
})

test('a session expires after a day', async () => {
  const url = await sessionFor(client, '/a.bin')
  await sandbox.control('POST', '/clock', { advance: 'PT25H' })
  expect(errorOf(await uploadRange(url, [0, 9, 10]))).toEqual([404, 'itemNotFound'])
})

test('stores only the hashes of a large file; the journal has no file and no address', async () => {
  const url = await sessionFor(client, '/large.bin')
  const half = 13 * STEP
  await uploadRange(url, [0, half - 1, 2 * half])
  const item = (await uploadRange(url, [half, 2 * half - 1, 2 * half])).body
  expect(at(item, 'size')).toBe(2 * half)
  const location = (await client.get('/me/drive/root:/large.bin:/content')).headers.get('location') ?? ''
  expect((await ask(location)).status).toBe(404)
  const calls = (await sandbox.control('GET', '/requests?service=onedrive')).body
  const put = listAt({ value: calls }).filter((call) => at(call, 'method') === 'PUT')
  expect(put.map((call) => at(call, 'body'))).toEqual([`[${half} bytes]`, `[${half} bytes]`])
  expect(put.map((call) => at(call, 'mailbox'))).toEqual([ANNA, ANNA])
  const secret = new URL(url).searchParams.get('tempauth') ?? ''
  expect(JSON.stringify(calls)).not.toContain(secret)
})
