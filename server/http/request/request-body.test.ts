import { expect, test } from 'vitest'
import { readJson } from './request-body.ts'

const read = (body: string) =>
  readJson(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    100,
  )

/** Functions refuse unknown fields as well; this holds for any schema, also one that accepts any field. */
test.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s at any depth', async (key) => {
  for (const body of [`{"${key}":1}`, `{"a":[{"b":{"${key}":{}}}]}`, `[[{"${key.replace('o', '\\u006f')}":null}]]`])
    await expect(read(body)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(read(`{"a":"${key}"}`)).resolves.toEqual({ a: key })
})

test('accepts other unusual characters, and repairs lone surrogates', async () => {
  expect(await read('{"a":"\\u0001\\u202e\\ud83d\\ude00"}')).toEqual({ a: '\u0001\u202e\u{1f600}' })
  expect(await read('{"a":["\\ud83dx"]}')).toEqual({ a: ['\ufffdx'] })
})

test.each([{ 'content-length': '9' }, {}])(
  'reports a body that breaks off as an error of the client: %j',
  async (length) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    const headers = { 'content-type': 'application/json', ...length }
    const sent = { method: 'POST', body, headers, duplex: 'half' }
    await expect(readJson(new Request('http://localhost/', sent), 100)).rejects.toMatchObject({ code: 'bad_request' })
  },
)
