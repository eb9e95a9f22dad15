import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { addSecurityHeaders } from './security-headers.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const directives = (policy: string | null): Map<string, string> =>
  new Map((policy ?? '').split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]))

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

describe('every answer carries the headers that keep browsers in bounds', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/dashboard'],
    ['GET', '/nothing.png'],
    ['GET', '/config.json'],
    ['GET', '/healthz'],
    ['GET', '/metrics'],
    ['GET', '/api/events'],
    ['GET', '/api/microsoft/callback?state=forged'],
    ['POST', '/functions/v1/mail-graph'],
    ['POST', '/functions/v1/nothing'],
    ['POST', '/api/mail-webhook'],
    ['GET', '/auth/v1/settings'],
    ['GET', '/rest/v1/plans'],
  ])('%s %s', async (method, path) => {
    const { headers } = await fetch(app.url + path, { method, redirect: 'manual' })
    for (const [name, value] of Object.entries(everywhere)) expect([name, headers.get(name)]).toEqual([name, value])
    const policy = directives(headers.get('content-security-policy'))
    expect(policy.get('default-src')).toBe("'none'")
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('the page may load itself and nothing else, run no text as script, and stand in no frame', async () => {
  const policy = directives((await fetch(`${app.url}/`)).headers.get('content-security-policy'))
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'object-src': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/)
})

test('data that a browser opens by itself can do nothing', async () => {
  const policy = directives((await fetch(`${app.url}/config.json`)).headers.get('content-security-policy'))
  expect(policy.has('sandbox')).toBe(true)
})

test('browsers are told to insist on https where the page is served so, and only there', () => {
  const [safe, plain] = [new Headers(), new Headers()]
  addSecurityHeaders(safe, true)
  addSecurityHeaders(plain, false)
  expect(safe.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(plain.get('strict-transport-security')).toBeNull()
})

test('answers to functions, accounts and tables are kept in no cache', async () => {
  const { token } = await signUp(app)
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: app.ctx.access.anonKey,
    'content-type': 'application/json',
  }
  const status = await fetch(`${app.url}/functions/v1/mail-graph`, {
    method: 'POST',
    headers,
    body: '{"action":"status"}',
  })
  expect([status.status, status.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const refused = await fetch(`${app.url}/functions/v1/mail-graph`, { method: 'POST', headers, body: '{' })
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
  for (const path of ['/auth/v1/user', '/rest/v1/mailboxes'])
    expect([path, (await fetch(app.url + path, { headers })).headers.get('cache-control')]).toEqual([
      path,
      expect.stringContaining('no-store'),
    ])
})
