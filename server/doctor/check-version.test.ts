import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.ts'
import { compareWithNewest, findNewerRelease } from './check-version.ts'

let answer = ''
const seen: string[] = []
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`)
  response.end(answer)
})
const port = await freePort()
beforeAll(async () => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())
const compare = (running: string) => compareWithNewest(`http://127.0.0.1:${port}/latest`, running)

test('names a newer version and what to do, and sends nothing about this one', async () => {
  answer = '{"tag_name":"v0.10.0"}'
  expect(await compare('0.9.1')).toEqual({
    check: 'version',
    level: 'warning',
    text: '0.10.0 is there, and this is 0.9.1',
    remedy: 'docs/update.md has the commands.',
  })
  expect(seen).toEqual(['GET /latest'])
})

test.each([
  ['0.10.0', '0.10.0 is the newest'],
  ['1.0.0', '1.0.0 is the newest'],
])('%s needs no update', async (running, text) => {
  answer = '{"tag_name":"v0.10.0"}'
  expect(await compare(running)).toMatchObject({ level: 'ok', text })
})

test('names a newer release to the page, unless the setting is off', async () => {
  const url = `http://127.0.0.1:${port}/latest`
  const find = (asksForUpdates: boolean, running: string) => findNewerRelease({ asksForUpdates }, url, running)
  answer = '{"tag_name":"v0.10.0"}'
  expect(await find(true, '0.9.1')).toEqual({ version: '0.10.0', url: `http://127.0.0.1:${port}/tag/v0.10.0` })
  expect(await find(true, '0.10.0')).toBeNull()
  expect(await find(false, '0.9.1')).toBeNull()
  answer = 'no JSON'
  expect(await find(true, '0.9.1')).toBeNull()
})

test.each(['no JSON', '{}', '{"tag_name":"<b>v9.0.0</b>"}'])(
  'an answer without a version is no finding: %s',
  async (text) => {
    answer = text
    expect(await compare('0.9.1')).toMatchObject({ level: 'ok', text: '0.9.1; the list of releases does not answer' })
  },
)
