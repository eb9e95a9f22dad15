import { beforeEach, expect, test } from 'vitest'
import { ask, at, listAt, textAt } from '../../testing/sandbox-client.ts'
import {
  ANNA,
  CALLBACK,
  conflict,
  connect,
  type DriveClient,
  uploadRange,
  sessionFor,
  STEP,
} from '../../testing/onedrive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const sandbox = await sandboxOfFile()
let client: DriveClient

beforeEach(async () => {
  await sandbox.control('POST', '/onedrive/accounts', { email: ANNA })
  client = await connect(sandbox, ANNA)
})

const fault = (rule: object) => sandbox.control('PUT', '/faults', [{ service: 'onedrive', times: 1, ...rule }])
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, at(body, 'error.code')]
const files = async () => listAt({ value: (await sandbox.control('GET', '/onedrive')).body })

test.each([
  [401, 'InvalidAuthenticationToken'],
  [409, 'nameAlreadyExists'],
  [416, 'invalidRange'],
  [423, 'resourceLocked'],
  [429, 'activityLimitReached'],
  [500, 'generalException'],
  [503, 'serviceNotAvailable'],
  [507, 'quotaLimitReached'],
])('a fault with status %i has an error of OneDrive, and Retry-After if it is transient', async (status, code) => {
  await fault({ status, method: 'PUT', mailbox: ANNA })
  const answer = await client.put('/a.txt', 'a')
  expect(errorOf(answer)).toEqual([status, code])
  expect(at(answer.body, 'error.innerError')).toMatchObject({
    'request-id': expect.any(String),
    date: expect.any(String),
  })
  expect(answer.headers.has('retry-after')).toBe(status === 429 || status === 503)
  expect((await client.put('/a.txt', 'a')).status).toBe(201)
})

test('stores the file although the response is lost, for a small file and a last range', async () => {
  await fault({ method: 'PUT', when: 'after', drop: true })
  await expect(client.put('/a.txt', 'a', conflict('rename'))).rejects.toThrow('fetch failed')
  expect(await files()).toHaveLength(1)
  const url = await sessionFor(client, '/b.bin')
  await fault({ path: 'uploadSession', method: 'PUT', when: 'after', drop: true })
  await expect(uploadRange(url, [0, 9, 10])).rejects.toThrow('fetch failed')
  expect(await files()).toHaveLength(2)
  await fault({ method: 'PUT', drop: true })
  await expect(client.put('/c.txt', 'c')).rejects.toThrow('fetch failed')
  expect(await files()).toHaveLength(2)
})

test('responds to 502 with a page', async () => {
  await fault({ status: 502 })
  expect((await client.get('/me/drive')).headers.get('content-type')).toContain('text/html')
})

test('reports a conflict when another client creates the file before the last range', async () => {
  const url = await sessionFor(client, '/a.bin')
  await uploadRange(url, [0, STEP - 1, STEP + 1])
  await fault({ path: 'uploadSession', method: 'PUT', action: 'nameTaken' })
  expect(errorOf(await uploadRange(url, [STEP, STEP, STEP + 1]))).toEqual([409, 'nameAlreadyExists'])
  expect(await files()).toEqual([expect.objectContaining({ path: '/a.bin', size: 5 })])
})

test('loses a session between two ranges', async () => {
  const url = await sessionFor(client, '/a.bin')
  await fault({ path: 'uploadSession', method: 'PUT', action: 'sessionLost' })
  expect((await uploadRange(url, [0, STEP - 1, 2 * STEP])).status).toBe(202)
  expect(errorOf(await uploadRange(url, [STEP, 2 * STEP - 1, 2 * STEP]))).toEqual([404, 'itemNotFound'])
})

test('issues tokens at the callback of OneDrive, with the granted scopes', async () => {
  expect(at(client.tokens, 'scope')).toBe('Files.ReadWrite User.Read')
  const page = sandbox.authorizeUrl({ scope: 'Files.ReadWrite', redirect_uri: CALLBACK })
  const back = new URL((await sandbox.consent(ANNA, 'deny', page)).headers.get('location') ?? '').searchParams
  expect([back.get('error'), back.get('error_subcode'), back.get('state')]).toEqual([
    'access_denied',
    'cancel',
    'the state',
  ])
  expect((await ask(page.replace('onedrive', 'elsewhere'))).text).toContain('AADSTS50011')
  expect(textAt(client.tokens, 'refresh_token')).not.toBe('')
})

test('changes the redirect and the token response of a sign-in', async () => {
  const entra = (rule: object) => sandbox.control('PUT', '/faults', [{ service: 'entra', times: 1, ...rule }])
  const page = sandbox.authorizeUrl({ scope: 'Files.ReadWrite', redirect_uri: CALLBACK })
  await entra({ path: '/authorize', method: 'POST', action: 'callback', options: { code: null, state: 'foreign' } })
  const back = new URL((await sandbox.consent(ANNA, 'accept', page)).headers.get('location') ?? '').searchParams
  expect([...back]).toEqual([['state', 'foreign']])
  await entra({ path: '/token', action: 'tokenAnswer', options: { scope: 'User.Read', refresh_token: null } })
  const refresh_token = textAt(client.tokens, 'refresh_token')
  const { body } = await sandbox.token({ grant_type: 'refresh_token', refresh_token })
  expect([at(body, 'scope'), at(body, 'refresh_token')]).toEqual(['User.Read', undefined])
})
