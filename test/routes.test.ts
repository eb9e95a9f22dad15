import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errors } from '../contract/errors.ts'
import { routes } from '../server/app.ts'
import { apiKeysOf } from '../server/auth/keys/api-keys.ts'
import { signUp } from './kit/outlook.ts'
import { appOfFile } from './kit/start-app.ts'
import { testSecrets } from './kit/test-secrets.ts'

/** Rules for every route of every module, tested from the route table itself, so that no route is missed. */
const functions = routes.flatMap((route) => (route.kind === 'function' ? [route.name] : []))
const raws = routes.flatMap((route) => (route.kind === 'raw' ? [route] : []))

const app = await appOfFile()
const expired = await signUp(app)
await app.advance('61 min')
const visitor = await signUp(app)
const idle = await signUp(app)

interface Call {
  token?: string
  type?: string | null
  body?: string | Buffer
  method?: string
}

async function call(
  path: string,
  { token = visitor.token, type = 'application/json', body, method = 'POST' }: Call = {},
) {
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (type) headers.set('content-type', type)
  const bytes = body === undefined ? null : Buffer.from(body)
  const answer = await fetch(app.url + path, { method, headers, body: bytes, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, error: errorOf(text) }
}

function errorOf(text: string): { code: string; message: string } | null {
  try {
    return JSON.parse(text).error ?? null
  } catch {
    return null
  }
}

/** An error has a listed code and its status, reveals no internals and is not cached. */
function expectRefusal(answer: Awaited<ReturnType<typeof call>>, code: keyof typeof errors): void {
  expect(answer.error?.code).toBe(code)
  expect(answer.status).toBe(errors[code][0])
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).not.toMatch(/\bat .*\.ts:\d+|node_modules|select |insert |pg_|undefined|\[object/i)
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = (): number => Math.floor(app.clock.now().getTime() / 1000)
function hmacToken(claims: object, secret: string): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
/** Tokens that our server did not issue, or not for functions, or that are no longer valid. */
const invalid = (): Record<string, string> => {
  const [header = '', claims = '', signature = ''] = visitor.token.split('.')
  const own = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return {
    'no token': '',
    'an expired token': expired.token,
    'not a token': 'forged',
    'a changed person': [header, part({ ...own, sub: idle.userId }), signature].join('.'),
    'no signature': [header, claims, ''].join('.'),
    'algorithm none': [part({ alg: 'none', typ: 'JWT' }), claims, ''].join('.'),
    'the secret of the settings as key': hmacToken(own, testSecrets.JWT_SECRET),
    'another key': hmacToken({ ...own, exp: now() + 3600 }, 'a secret that is not ours, but long enough'),
    'the key of the page': app.ctx.access.anonKey,
    'the key of the operator': apiKeysOf(testSecrets.JWT_SECRET).service,
  }
}

/** The token identifies the user, and the function takes no further input. */
const takesNothing = routes.flatMap((route) =>
  route.kind === 'function' && route.input.safeParse({}).success ? [route.name] : [],
)

test('the functions without input are the specified ones', () => {
  expect(takesNothing.toSorted((a, b) => a.localeCompare(b))).toEqual(['cancel-subscription', 'customer-portal'])
})

test('there are functions to test', () => {
  expect(functions.length).toBeGreaterThanOrEqual(4)
})

test('no two declarations claim the same address', () => {
  const claimed = [
    ...functions.map((name) => `POST /functions/v1/${name}`),
    ...raws.map((r) => `${r.method} ${r.path}`),
  ]
  expect(claimed.filter((address, n) => claimed.indexOf(address) !== n)).toEqual([])
})

test('every function has a rate limit per user and refuses unknown fields', () => {
  for (const route of routes) {
    if (route.kind !== 'function') continue
    expect(route.limit.by).toBe('user')
    expect(route.input.safeParse({ action: 'status', surprise: true }).success).toBe(false)
  }
})

const NumberField = z.object({
  type: z.enum(['number', 'integer']),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
})

/** The numbers in a JSON schema as lines: field, type and range. */
function numbersIn(schema: unknown, field: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { data } = NumberField.safeParse(schema)
  const from = data?.exclusiveMinimum === undefined ? data?.minimum : `over ${data.exclusiveMinimum}`
  const own = data ? [`${field}: ${data.type}, ${from} to ${data.maximum}`] : []
  const isName = (name: string): boolean => !/^(properties|items|anyOf|oneOf|\d+)$/.test(name)
  const inner = Object.entries(schema).flatMap(([name, value]) => numbersIn(value, isName(name) ? name : field))
  return [...own, ...inner]
}

test('each number that a function takes is an integer in a range, or a share: list it here', () => {
  const numbers = routes.flatMap((route) =>
    route.kind === 'function'
      ? numbersIn(z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }), '')
      : [],
  )
  expect([...new Set(numbers)].toSorted()).toEqual([
    `configVersion: integer, 0 to ${Number.MAX_SAFE_INTEGER}`,
    'days: integer, 1 to 7',
    'fileDelayMinutes: integer, 0 to 60',
    'fileHours: integer, 0 to 23',
    'fileLatestHours: integer, 1 to 168',
    'followUpDays: integer, 1 to 30',
    'hour: integer, 0 to 23',
    'lastDays: integer, 1 to 3650',
    'limit: integer, 0 to 999999999',
    'page: integer, 1 to 100000',
    'port: integer, 1 to 65535',
    `prorationDate: integer, over 0 to ${Number.MAX_SAFE_INTEGER}`,
    'quantity: integer, 0 to 99',
    'threshold: number, 0.3 to 0.95',
  ])
})

describe.each(functions)('/functions/v1/%s', (name) => {
  const path = `/functions/v1/${name}`

  test('requires a signed-in user, and refuses forged, expired and other tokens', async () => {
    for (const [what, token] of Object.entries(invalid())) {
      const answer = await call(path, { token, body: '{"action":"status"}' })
      expect([what, answer.status]).toEqual([what, 401])
      expectRefusal(answer, 'unauthorized')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('checks the token before anything else', async () => {
    expectRefusal(await call(path, { token: '', type: 'text/plain', body: 'x'.repeat(300_000) }), 'unauthorized')
  })

  test.each([
    ...(takesNothing.includes(name) ? [] : [['an empty object', '{}']]),
    ['an unknown field', '{"action":"status","surprise":1}'],
    ['an unknown action', '{"action":"surprise"}'],
    ['fields of the wrong type', '{"action":1,"mailboxId":{}}'],
  ])('refuses %s', async (_what, body) => {
    expectRefusal(await call(path, { body }), 'invalid_input')
  })

  test('treats a missing body as an empty object', async () => {
    const [none, empty] = [await call(path, { type: null }), await call(path, { body: '{}' })]
    expect([none.status, none.error]).toEqual([
      empty.status,
      empty.error && expect.objectContaining({ code: empty.error.code }),
    ])
  })

  test('refuses what is not JSON, by its text or its type', async () => {
    expectRefusal(await call(path, { body: '{' }), 'invalid_json')
    expectRefusal(await call(path, { type: 'text/plain', body: '{"action":"status"}' }), 'unsupported_media_type')
  })

  test('refuses a large body, by its header or while it arrives', async () => {
    const large = JSON.stringify({ action: 'status', text: 'x'.repeat(256 * 1024) })
    expectRefusal(await call(path, { body: large }), 'payload_too_large')
    expect(await chunked(path, large)).toBe(413)
  })

  test('answers GET with 404 in JSON', async () => {
    const answer = await call(path, { method: 'GET' })
    expect([404, 405]).toContain(answer.status)
    expect(Object.keys(errors)).toContain(answer.error?.code)
  })
})

describe('every function reads its request in the same way, as this one', () => {
  const path = '/functions/v1/mail-graph'

  test.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a field that reaches into prototypes', '{"__proto__":{"action":"status"}}'],
    ['the same, deep down', '{"action":"status","a":[{"constructor":{"prototype":{}}}]}'],
  ])('refuses %s', async (_what, body) => {
    expectRefusal(await call(path, { body }), 'invalid_input')
  })

  test.each([[''], ['{"action":"status"} and more'], ['action=status'], ['\u0000'], ['{"a":NaN}']])(
    'refuses what is not JSON: %j',
    async (body) => {
      expectRefusal(await call(path, { body }), 'invalid_json')
    },
  )

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'refuses %s, which another site could send without a preflight',
    async (type) => {
      expectRefusal(await call(path, { type, body: '{"action":"status"}' }), 'unsupported_media_type')
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE'])('answers %s with 404 in JSON', async (method) => {
    const answer = await call(path, { method })
    expect([404, 405]).toContain(answer.status)
    expect(Object.keys(errors)).toContain(answer.error?.code)
  })
})

/** Sends the body in chunks without a Content-Length. */
function chunked(path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const headers = { authorization: `Bearer ${visitor.token}`, 'content-type': 'application/json' }
    const sent = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    for (let at = 0; at < body.length; at += 64 * 1024) sent.write(body.slice(at, at + 64 * 1024))
    sent.end()
  })
}

describe('unknown routes', () => {
  test.each([
    ['POST', '/functions/v1/nothing'],
    ['GET', '/functions/v1/nothing'],
    ['POST', '/functions/v1/'],
    ['POST', '/functions/v1/mail-graph/more'],
    ['GET', '/functions/v2/mail-graph'],
    ['GET', '/api/nothing'],
    ['POST', '/api/'],
    ['GET', '/api/../api/nothing'],
  ])('%s %s is 404 in JSON, never the page', async (method, path) => {
    expectRefusal(await call(path, { method }), 'not_found')
  })

  test('unusual URLs and hosts get a response without a stack trace', async () => {
    for (const path of ['/functions/v1/%', '/functions/v1/%E0%A4%A', '/api/%00', '/rest/v1/%E0%A4%A', '/auth/v1/%'])
      expect([path, (await call(path, { method: 'GET' })).status]).toEqual([path, expect.toBeOneOf([400, 401, 404])])
    for (const host of ['', 'a b', 'x'.repeat(300), '[::1', 'evil.example/..'])
      expect([host, await statusWithHost(host)]).toEqual([host, expect.toBeOneOf([200, 400, 404])])
  })
})

function statusWithHost(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const sent = request({ hostname, port, path: '/healthz', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('raw routes accept no more than they declare', async () => {
  for (const { path, method, maxBytes } of raws) {
    if (method === 'GET' || method === 'HEAD' || path.includes('*') || path.includes(':')) continue
    const answer = await fetch(app.url + path, {
      method: method === 'ALL' ? 'POST' : method,
      headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
      body: Buffer.alloc(maxBytes + 1, ' '),
      redirect: 'manual',
    })
    await answer.body?.cancel()
    expect([path, answer.status]).toEqual([path, 413])
  }
})
