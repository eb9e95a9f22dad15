import {
  AuthenticationHandler,
  Client,
  type Context,
  FileUpload,
  GraphError,
  HTTPMessageHandler,
  LargeFileUploadTask,
  type Middleware,
  OneDriveLargeFileUploadTask,
  RedirectHandler,
  RetryHandler,
} from '@microsoft/microsoft-graph-client'
import { beforeEach, expect, test } from 'vitest'
import { at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { ANNA, STEP, tokensFor } from '../../testing/onedrive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

/** The official library without changes: a middleware redirects its calls to the sandbox. */
const sandbox = await sandboxOfFile()
let client: Client

beforeEach(async () => {
  await sandbox.control('POST', '/onedrive/accounts', { email: ANNA })
  const accessToken = textAt(await tokensFor(sandbox, ANNA), 'access_token')
  client = clientFor(accessToken)
})

/** Rewrites addresses in both directions, because the library accepts only https. */
class ToSandbox implements Middleware {
  private readonly next = new HTTPMessageHandler()
  async execute(context: Context): Promise<void> {
    const address = typeof context.request === 'string' ? context.request : context.request.url
    // A retry has the rewritten address of the first attempt.
    if (!address.startsWith(sandbox.url)) context.request = address.replace('https:/', sandbox.url)
    await this.next.execute(context)
    const { response } = context
    const location = response?.headers.get('location')
    if (!response || (location === null && !/json/.test(response.headers.get('content-type') ?? ''))) return
    const headers = new Headers(response.headers)
    if (location) headers.set('location', location.replace(`${sandbox.url}/`, 'https://'))
    const text = (await response.text()).replaceAll(`${sandbox.url}/`, 'https://')
    context.response = new Response(text === '' ? null : text, { status: response.status, headers })
  }
}

function clientFor(accessToken: string): Client {
  const authentication = new AuthenticationHandler({ getAccessToken: async () => accessToken })
  const retry = new RetryHandler()
  const redirect = new RedirectHandler()
  authentication.setNext(retry)
  retry.setNext(redirect)
  redirect.setNext(new ToSandbox())
  return Client.initWithMiddleware({ middleware: authentication })
}

const journal = async () => listAt({ value: (await sandbox.control('GET', '/requests?service=onedrive')).body })

test('works with drive, folder, upload, list, download and delete', async () => {
  expect(await client.api('/me/drive').get()).toMatchObject({ owner: { user: { email: ANNA } } })
  const folder = { name: 'Invoices', folder: {}, '@microsoft.graph.conflictBehavior': 'fail' }
  const made: unknown = await client.api('/me/drive/root/children').post(folder)
  await expect(client.api('/me/drive/root/children').post(folder)).rejects.toMatchObject({
    statusCode: 409,
    code: 'nameAlreadyExists',
  })
  const path = `/me/drive/root:/Invoices/${encodeURIComponent('A & B 100% #1.txt')}:/content`
  const item: unknown = await client.api(`${path}?@microsoft.graph.conflictBehavior=rename`).put('hello')
  expect(item).toMatchObject({ name: 'A & B 100% #1.txt', size: 5, parentReference: { id: textAt(made, 'id') } })
  const children: unknown = await client
    .api(`/me/drive/items/${textAt(made, 'id')}/children`)
    .select('name')
    .get()
  expect(listAt(children).map((child) => at(child, 'name'))).toEqual(['A & B 100% #1.txt'])
  const stream: unknown = await client.api(`/me/drive/items/${textAt(item, 'id')}/content`).getStream()
  expect(await new Response(stream instanceof ReadableStream ? stream : null).text()).toBe('hello')
  await client.api(`/me/drive/items/${textAt(made, 'id')}`).delete()
  const gone = await client
    .api(path.replace(':/content', ''))
    .get()
    .catch((error: unknown) => error)
  expect(gone).toBeInstanceOf(GraphError)
  expect(gone).toMatchObject({ statusCode: 404, code: 'itemNotFound' })
})

test('retries after Retry-After', async () => {
  await sandbox.control('PUT', '/faults', [{ service: 'onedrive', status: 429, times: 1, retryAfter: 0.01 }])
  expect(await client.api('/me/drive').get()).toMatchObject({ name: 'OneDrive' })
  expect((await journal()).map((call) => at(call, 'status'))).toEqual([429, 200])
})

test('uploads a large file in ranges, without a token', async () => {
  const bytes = new Uint8Array(2 * STEP + 7).fill(1)
  const url = '/me/drive/root:/Invoices/large.bin:/createUploadSession'
  const session = await LargeFileUploadTask.createUploadSession(client, url, {
    item: { '@microsoft.graph.conflictBehavior': 'rename', fileSize: bytes.byteLength },
  })
  const file = new FileUpload(bytes.buffer, 'large.bin', bytes.byteLength)
  const task = new LargeFileUploadTask(client, file, session, { rangeSize: STEP })
  const result = await task.upload()
  expect(result.responseBody).toMatchObject({ name: 'large.bin', size: bytes.byteLength })
  const ranges = (await journal()).filter((call) => at(call, 'method') === 'PUT')
  expect(ranges.map((call) => at(call, 'status'))).toEqual([202, 202, 201])
  expect(ranges.map((call) => at(call, 'headers.authorization'))).toEqual([undefined, undefined, undefined])
})

test('resumes an upload after a broken connection, and cancels one', async () => {
  const bytes = new Uint8Array(2 * STEP)
  const start = () =>
    OneDriveLargeFileUploadTask.create(client, bytes, { fileName: 'a.bin', path: '/Docs', rangeSize: STEP })
  const task = await start()
  await sandbox.control('PUT', '/faults', [{ service: 'onedrive', method: 'PUT', when: 'after', drop: true, times: 1 }])
  await expect(task.upload()).rejects.toThrow()
  expect(at(await task.resume(), 'responseBody')).toMatchObject({ name: 'a.bin', size: 2 * STEP })
  const second = await start()
  expect(await second.getStatus()).toMatchObject({ nextExpectedRanges: ['0-'] })
  await second.cancel()
  await expect(second.getStatus()).rejects.toMatchObject({ statusCode: 404 })
})
