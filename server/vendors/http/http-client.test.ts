import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { parseJsonResponse, sendRequest } from './http-client.ts'
import { retryAfterMs } from './retry-after.ts'

const open: AsyncDisposableStack[] = []
afterEach(async () => {
  for (const stack of open.splice(0)) await stack.disposeAsync()
})

async function neighbour(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  const stack = new AsyncDisposableStack()
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  open.push(stack)
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
const get = (url: string, options: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {}) =>
  sendRequest({ vendor: 'it', method: 'GET', url, ...options })
const lost = (code: string) =>
  expect.objectContaining({ name: 'VendorError', vendor: 'it', status: 0, code, transient: true })

test('returns every status and does not follow redirects', async () => {
  let calls = 0
  const url = await neighbour((_request, response) => {
    calls++
    response.writeHead(302, { location: '/elsewhere' }).end('there')
  })
  expect(await get(url)).toMatchObject({ status: 302, text: 'there' })
  expect(calls).toBe(1)
})

test('fails when the host is unreachable', async () => {
  const url = await neighbour(() => undefined)
  for (const stack of open.splice(0)) await stack.disposeAsync()
  await expect(get(url)).rejects.toEqual(lost('unreachable'))
})

test('times out before the headers and within the body', async () => {
  await expect(get(await neighbour(() => undefined), { timeoutMs: 50 })).rejects.toEqual(lost('timeout'))
  const slow = await neighbour((_request, response) => response.writeHead(200).write('{'))
  await expect(get(slow, { timeoutMs: 50 })).rejects.toEqual(lost('timeout'))
})

test('fails when the connection is cut', async () => {
  const url = await neighbour((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"a":')
    setImmediate(() => response.destroy())
  })
  await expect(get(url)).rejects.toEqual(lost('unreachable'))
})

test.for(['identity', 'gzip'])('fails when the response is too large, encoded as %s', async (encoding) => {
  const body = Buffer.from('x'.repeat(2000))
  const url = await neighbour(({ headers }, response) => {
    expect(headers['accept-encoding']).toBe('gzip')
    response.setHeader('content-encoding', encoding).end(encoding === 'gzip' ? gzipSync(body) : body)
  })
  await expect(get(url, { maxBytes: 1999 })).rejects.toEqual(lost('answer_too_large'))
  expect((await get(url, { maxBytes: 2000 })).text).toHaveLength(2000)
})

test('fails for a response that is no gzip', async () => {
  const url = await neighbour((_request, response) => response.setHeader('content-encoding', 'gzip').end('{}'))
  await expect(get(url)).rejects.toEqual(lost('unreadable_answer'))
})

test('fails when the caller aborts, with the code of a timeout where that is the reason', async () => {
  const url = await neighbour(() => undefined)
  const aborted = new AbortController()
  const response = get(url, { signal: aborted.signal })
  aborted.abort()
  await expect(response).rejects.toEqual(lost('unreachable'))
  await expect(get(url, { signal: aborted.signal })).rejects.toEqual(lost('unreachable'))
  await expect(get(url, { signal: AbortSignal.timeout(20) })).rejects.toEqual(lost('timeout'))
})

test('sends a body of any method with its length, and consecutive requests on one connection', async () => {
  const seen: unknown[] = []
  const url = await neighbour((request, response) => {
    const { method, headers, socket } = request
    seen.push([method, headers['content-length'], headers['transfer-encoding'], socket.remotePort])
    request.on('data', () => undefined).on('end', () => response.end())
  })
  await sendRequest({ vendor: 'it', method: 'POST', url, body: '"ü"' })
  await sendRequest({ vendor: 'it', method: 'DELETE', url, body: new Uint8Array(3) })
  await sendRequest({ vendor: 'it', method: 'POST', url })
  await get(url)
  const port = expect.any(Number)
  expect(seen).toEqual([
    ['POST', '4', undefined, port],
    ['DELETE', '3', undefined, port],
    ['POST', '0', undefined, port],
    ['GET', undefined, undefined, port],
  ])
  expect(new Set(seen.map((request) => Object(request)[3])).size).toBe(1)
})

test('fails for invalid JSON', () => {
  expect(() => parseJsonResponse('it', { status: 200, headers: new Headers(), text: '<html>' })).toThrow(
    lost('unreadable_answer'),
  )
})

test.for([
  [null, null],
  ['', null],
  ['7', 7000],
  ['2.128', 2128],
  ['0', 0],
  ['-5', null],
  ['soon', null],
  ['1e9', null],
  ['999999999', 24 * 3600_000],
  ['Sat, 21 Nov 2026 08:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
] as const)('Retry-After %j is %j ms', ([value, expected]) => {
  const headers = new Headers({ date: 'Sat, 21 Nov 2026 08:00:00 GMT' })
  if (value !== null) headers.set('retry-after', value)
  expect(retryAfterMs(headers)).toBe(expected)
})

test('ignores a date without a Date header', () => {
  expect(retryAfterMs(new Headers({ 'retry-after': 'Sat, 21 Nov 2026 08:00:30 GMT' }))).toBeNull()
})
