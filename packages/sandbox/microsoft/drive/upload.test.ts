import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, at, listAt, startTestSandbox, type TestSandbox, textAt } from '../../kit/test-client.ts'
import { ANNA, connect, type DriveClient, putRange, sessionFor, STEP } from './test-drive.ts'

let sandbox: TestSandbox
let client: DriveClient
const RENAME = { '@microsoft.graph.conflictBehavior': 'rename' }

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
  await sandbox.control('POST', '/onedrive/accounts', { email: ANNA })
  client = await connect(sandbox, ANNA)
})

const said = ({ status, body }: { status: number; body: unknown }) => [status, at(body, 'error.code')]
const files = async () => (await sandbox.control('GET', '/onedrive')).body

test('a file goes up range by range, to an address that is on a host of its own', async () => {
  const url = await sessionFor(client, '/Invoices/large.bin')
  expect(url).toContain('/sandbox-my.sharepoint.com/')
  const total = STEP + 5
  const first = await putRange(url, [0, STEP - 1, total])
  expect([first.status, at(first.body, 'nextExpectedRanges')]).toEqual([202, [`${STEP}-`]])
  expect(await files()).toEqual([])
  expect(at((await ask(url)).body, 'nextExpectedRanges')).toEqual([`${STEP}-`])
  // Of a range that breaks off nothing is taken.
  const broken = { method: 'PUT', headers: { 'content-range': `bytes ${STEP}-${total - 1}/${total}` }, body: 'xy' }
  expect(said(await ask(url, broken))).toEqual([400, 'invalidRequest'])
  const last = await putRange(url, [STEP, total - 1, total])
  expect([last.status, at(last.body, 'size')]).toEqual([201, total])
  const sha256 = createHash('sha256').update(Buffer.alloc(total, 7)).digest('hex')
  expect(await files()).toEqual([{ account: ANNA, path: '/Invoices/large.bin', size: total, sha256 }])
  expect(said(await putRange(url, [STEP, total - 1, total]))).toEqual([404, 'itemNotFound'])
})

test('ranges come in order, fit their length, the total and the step, and come without a token', async () => {
  const url = await sessionFor(client, '/a.bin')
  const total = 3 * STEP
  const [one, two] = [STEP - 1, 2 * STEP - 1]
  expect(said(await putRange(url, [STEP, two, total]))).toEqual([416, 'invalidRange'])
  expect((await putRange(url, [0, one, total])).status).toBe(202)
  expect(said(await putRange(url, [0, one, total]))).toEqual([416, 'invalidRange'])
  expect(said(await putRange(url, [STEP, two, total + 1]))).toEqual([400, 'invalidRequest'])
  expect(said(await putRange(url, [STEP, two - 1, total]))).toEqual([400, 'invalidRequest'])
  expect(said(await putRange(url, [STEP, two, total], { 'content-range': `bytes 5-1/${total}` }))[0]).toBe(400)
  expect(said(await putRange(url, [STEP, two, total], { authorization: 'Bearer x' }))).toEqual([401, 'unauthenticated'])
  const short = { method: 'PUT', headers: { 'content-range': `bytes ${STEP}-${two}/${total}` }, body: 'short' }
  expect(said(await ask(url, short))).toEqual([400, 'invalidRequest'])
  const huge = { ...short, headers: { 'content-range': `bytes ${STEP}-${STEP + 60 * 2 ** 20 - 1}/${total * 99}` } }
  expect(said(await ask(url, huge))).toEqual([413, 'requestEntityTooLarge'])
  expect(at((await ask(url)).body, 'nextExpectedRanges')).toEqual([`${STEP}-`])
  expect((await putRange(url, [STEP, two, total])).status).toBe(202)
  expect((await ask(url, { method: 'DELETE' })).status).toBe(204)
  expect(said(await ask(url))).toEqual([404, 'itemNotFound'])
})

test('a name that is taken shows with the last range; inside of item it can be a number', async () => {
  await client.put('/a.bin', 'there')
  const url = await sessionFor(client, '/a.bin')
  expect(said(await putRange(url, [0, 9, 10]))).toEqual([409, 'nameAlreadyExists'])
  const bare = await client.send('POST', '/me/drive/root:/a.bin:/createUploadSession', RENAME)
  expect(said(await putRange(textAt(bare.body, 'uploadUrl'), [0, 9, 10]))[0]).toBe(409)
  const numbered = await putRange(await sessionFor(client, '/a.bin', RENAME), [0, 9, 10])
  expect([numbered.status, at(numbered.body, 'name')]).toEqual([201, 'a 1.bin'])
  const replaced = await putRange(
    await sessionFor(client, '/a.bin', { '@microsoft.graph.conflictBehavior': 'replace', name: 'a.bin' }),
    [0, 9, 10],
  )
  expect([replaced.status, at(replaced.body, 'name')]).toEqual([200, 'a.bin'])
})

test('what cannot be is said when the session is asked for, or with the last range', async () => {
  await sandbox.control('PATCH', `/onedrive/accounts/${ANNA}`, { total: 20 })
  const post = (path: string, body: unknown) => client.send('POST', `/me/drive/root:${path}:/createUploadSession`, body)
  expect(said(await post('/a.bin', { item: { fileSize: 21 } }))).toEqual([507, 'quotaLimitReached'])
  expect(said(await post('/a.bin', { item: { name: 'b.bin' } }))).toEqual([400, 'invalidRequest'])
  expect(said(await post('/a.bin', { item: { colour: 'red' } }))).toEqual([400, 'invalidRequest'])
  expect(said(await post('/a%3A.bin', {}))).toEqual([400, 'invalidRequest'])
  expect(said(await putRange(await sessionFor(client, '/a.bin'), [0, 20, 21]))).toEqual([507, 'quotaLimitReached'])
})

test('a session ends after a day', async () => {
  const url = await sessionFor(client, '/a.bin')
  await sandbox.control('POST', '/clock', { advance: 'PT25H' })
  expect(said(await putRange(url, [0, 9, 10]))).toEqual([404, 'itemNotFound'])
})

test('of a large file the sandbox keeps the hashes alone; its journal keeps no file and no address', async () => {
  const url = await sessionFor(client, '/large.bin')
  const half = 32 * STEP
  await putRange(url, [0, half - 1, 2 * half])
  const item = (await putRange(url, [half, 2 * half - 1, 2 * half])).body
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
