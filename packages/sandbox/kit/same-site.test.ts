import { request } from 'node:http'
import { expect, test } from 'vitest'
import { sandboxOfFile } from '../testing/sandbox-of-file.ts'

const sandbox = await sandboxOfFile()

/** Sets headers that only a browser sets; `fetch` does not allow them. */
function post(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(sandbox.url + path, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}

test('accepts control calls of programs, and refuses those of a web site in the same browser', async () => {
  expect(await post('/control/reset', {})).toBe(200)
  expect(await post('/control/reset', { origin: sandbox.url })).toBe(200)
  expect(await post('/control/reset', { origin: 'https://evil.example' })).toBe(403)
  expect(await post('/control/reset', { host: 'evil.example' })).toBe(403)
})
