import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
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
const get = (url: string, options: { timeoutMs?: number; maxBytes?: number } = {}) =>
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

test('fails when the response is too large', async () => {
  const url = await neighbour((_request, response) => response.end('x'.repeat(2000)))
  await expect(get(url, { maxBytes: 1999 })).rejects.toEqual(lost('answer_too_large'))
  expect((await get(url, { maxBytes: 2000 })).text).toHaveLength(2000)
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
