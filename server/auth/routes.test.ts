import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startAccounts } from '../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())

const bare = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${accounts.url}/auth/v1${path}`, { headers })

describe('the gateway', () => {
  test('refuses requests without an API key or with a wrong one', async () => {
    const none = await bare('/settings')
    expect([none.status, await none.json()]).toMatchObject([401, { message: 'No API key found in request' }])
    const [head = ''] = accounts.keys.anon.split('.')
    for (const apikey of ['wrong', `${accounts.keys.anon}x`, head]) {
      const wrong = await bare('/settings', { apikey })
      expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Invalid API key' }])
    }
  })

  test('accepts the key in a header or in the query; the public keys need none', async () => {
    expect((await bare('/settings', { apikey: accounts.keys.anon })).status).toBe(200)
    expect((await bare('/settings', { apikey: accounts.keys.service })).status).toBe(200)
    expect((await bare(`/settings?apikey=${accounts.keys.anon}`)).status).toBe(200)
    expect((await bare('/.well-known/jwks.json')).status).toBe(200)
  })
})

const post = async (path: string, body: string, version?: string) => {
  const headers = version === undefined ? {} : { 'x-supabase-api-version': version }
  const response = await accounts.request(path, { method: 'POST', body, headers })
  const echo = response.headers.get('x-supabase-api-version')
  return { echo, word: response.headers.get('x-sb-error-code'), body: await response.json() }
}

describe('errors take the shape of the requested API version', () => {
  const weak = JSON.stringify({ email: 'new@example.com', password: 'k7#vQ' })

  test.each([undefined, '2023-12-31', 'yesterday', '2024-13-01'])('version %s: numeric code', async (version) => {
    const msg = expect.any(String)
    expect(await post('/token?grant_type=password', '{}', version)).toEqual({
      echo: null,
      word: 'validation_failed',
      body: { code: 400, error_code: 'validation_failed', msg },
    })
    const body = { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } }
    expect(await post('/signup', weak, version)).toEqual({ echo: null, word: null, body })
  })

  test.each(['2024-01-01', '2026-05-05'])(
    'version %s: error code as string, and the echoed header',
    async (version) => {
      const message = expect.any(String)
      expect(await post('/token?grant_type=password', '{}', version)).toEqual({
        echo: '2024-01-01',
        word: 'validation_failed',
        body: { code: 'validation_failed', message },
      })
      const body = { code: 'weak_password', message, weak_password: { reasons: ['length'] } }
      expect(await post('/signup', weak, version)).toEqual({ echo: '2024-01-01', word: null, body })
    },
  )

  test('an unexpected error returns only an id that the log contains', async () => {
    await using own = await startAccounts()
    await own.ctx.db.asAccounts((tx) =>
      tx
        .insertInto('auth.signing_keys')
        .values({
          kid: 'x',
          algorithm: 'ES256',
          public_jwk: '{}',
          private_jwk_sealed: 'not sealed',
          created_at: own.clock.now(),
        })
        .execute(),
    )
    const body = JSON.stringify({ email: 'new@example.com', password: 'seven green bicycles' })
    const response = await own.request('/signup', { method: 'POST', body })
    const error = await response.json()
    expect(response.status).toBe(500)
    expect(error).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs for more information',
      error_id: expect.any(String),
    })
    expect(own.log()).toContain(error.error_id)
  })
})

test('returns settings and health as GoTrue does', async () => {
  const settings = await accounts.request('/settings')
  expect(await settings.json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, google: false, azure: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    saml_enabled: false,
  })
  expect(await (await accounts.request('/health')).json()).toMatchObject({
    name: 'GoTrue',
    version: expect.any(String),
  })
})

test.each([
  ['GET', '/nothing', 404, 'not_found'],
  ['GET', '/', 404, 'not_found'],
  ['GET', '/signup', 405, 'method_not_allowed'],
  ['DELETE', '/user', 405, 'method_not_allowed'],
  ['PATCH', '/token', 405, 'method_not_allowed'],
  ['POST', '/sso', 404, 'saml_provider_disabled'],
  ['GET', '/authorize?provider=google', 400, 'validation_failed'],
  ['GET', '/user/identities/authorize?provider=google', 401, 'no_authorization'],
  ['DELETE', '/user/identities/7', 401, 'no_authorization'],
])('%s %s responds in JSON, %s', async (method, path, status, code) => {
  const response = await accounts.request(path, { method })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code: status, error_code: code })
})
