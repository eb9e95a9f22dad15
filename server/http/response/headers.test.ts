import { describe, expect, test } from 'vitest'
import { signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { routes } from '../../app.ts'
import { addSecurityHeaders } from './security-headers.ts'

const app = await appOfFile()

const directives = (policy: string | null): Map<string, string> =>
  new Map((policy ?? '').split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]))

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

test('allows the page passkeys and no other device feature', async () => {
  const policy = (await fetch(`${app.url}/`)).headers.get('permissions-policy')?.split(', ') ?? []
  expect(policy.filter((feature) => !feature.endsWith('=()'))).toEqual([
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ])
  expect(policy).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']))
})

describe('sends security headers with every response', () => {
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
    const origin = 'https://evil.example'
    const { headers } = await fetch(app.url + path, { method, redirect: 'manual', headers: { origin } })
    for (const [name, value] of Object.entries(commonHeaders)) expect([name, headers.get(name)]).toEqual([name, value])
    const policy = directives(headers.get('content-security-policy'))
    expect(policy.get('default-src')).toBe("'none'")
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

test.each(['/functions/v1/mail-graph', '/rest/v1/email_folders', '/auth/v1/user', '/api/mail-webhook'])(
  'allows another site nothing in response to a preflight of %s',
  async (path) => {
    const { headers } = await fetch(app.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  },
)

test('restricts the page to its own origin, without inline scripts and frames', async () => {
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

test('sandboxes responses that are not pages', async () => {
  const policy = directives((await fetch(`${app.url}/config.json`)).headers.get('content-security-policy'))
  expect(policy.has('sandbox')).toBe(true)
})

test('sends HSTS over https only', () => {
  const [safe, plain] = [new Headers(), new Headers()]
  addSecurityHeaders(safe, true)
  addSecurityHeaders(plain, false)
  expect(safe.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(safe.get('cache-control')).toBe('no-store')
  expect(plain.get('strict-transport-security')).toBeNull()
})

/** Public responses that caches may store. */
const cacheable = ['/auth/v1/.well-known/jwks.json', '/auth/v1/verify.css', '/config.json', '/manifest.webmanifest']

describe('forbids caching of API responses', () => {
  test.each(
    routes.flatMap((route) =>
      route.kind === 'function'
        ? [['POST', `/functions/v1/${route.name}`]]
        : cacheable.includes(route.path)
          ? []
          : [[route.method === 'ALL' ? 'GET' : route.method, route.path.replace(/:\w+|\*/g, 'something')]],
    ),
  )('%s %s, refused', async (method, path) => {
    const { body, headers } = await fetch(app.url + path, { method, redirect: 'manual' })
    await body?.cancel()
    expect(headers.get('cache-control')).toMatch(/no-store/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(['/api/nothing', '/auth/v1/nothing', '/rest/v1/nothing', '/functions/v1/nothing'])('%s', async (path) => {
    expect((await fetch(app.url + path)).headers.get('cache-control')).toMatch(/no-store/)
  })

  test('successful responses', async () => {
    const { token } = await signUp(app)
    const headers = {
      authorization: `Bearer ${token}`,
      apikey: app.ctx.access.anonKey,
      'content-type': 'application/json',
    }
    const status = { method: 'POST', headers, body: '{"action":"status"}' }
    for (const [path, init] of [
      ['/functions/v1/mail-graph', status],
      ['/auth/v1/user', { headers }],
      ['/rest/v1/mailboxes', { headers }],
    ] as const) {
      const result = await fetch(app.url + path, init)
      expect([path, result.status, result.headers.get('cache-control')]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ])
    }
  })
})
