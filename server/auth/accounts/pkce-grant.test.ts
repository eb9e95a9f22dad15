import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import { clientOf, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, appOfFile } from '../../../test/kit/start-app.ts'
import { followLink, openLink } from '../../../test/kit/verify-link.ts'

const app = await appOfFile()
afterEach(() => app.advance('1 h'))

/** An official client of the PKCE flow with its own storage. */
function codeClient({ url, ctx } = app) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return createClient(url, ctx.access.anonKey, {
    auth: { flowType: 'pkce', storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** A client that requested a link, and the code with which the link redirected. */
async function cameBack() {
  const { email } = await newUser(app)
  const { auth } = codeClient()
  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  const link = linkIn(await lastEmailTo(app, email))
  expect(link.searchParams.get('token')).toMatch(/^pkce_/)
  const { url, fragment } = await followLink(link)
  expect(fragment).toEqual({})
  expect(`${url.origin}${url.pathname}`).toBe(`${app.url}/dashboard`)
  return { auth, email, link, code: url.searchParams.get('code') ?? '' }
}

const trade = async (body: unknown) => {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}

test('the link returns a code that the requesting client exchanges for a session, once', async () => {
  const { auth, email, code } = await cameBack()
  const { data, error } = await auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'magiclink' }] })
  expect(await trade({ auth_code: code, code_verifier: 'x' })).toMatchObject([
    404,
    { error_code: 'flow_state_not_found' },
  ])
})

test('one of two concurrent requests succeeds', async () => {
  const { email } = await newUser(app)
  const verifier = 'v'.repeat(43)
  await fetch(`${app.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey },
    body: JSON.stringify({ email, code_challenge: verifier, code_challenge_method: 'plain' }),
  })
  const { url } = await followLink(linkIn(await lastEmailTo(app, email)))
  const body = { auth_code: url.searchParams.get('code'), code_verifier: verifier }
  const answers = await Promise.all([1, 2, 3].map(() => trade(body)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(answers.filter(([status]) => status === 404)).toHaveLength(2)
})

test('refuses a wrong verifier and does not consume the code', async () => {
  const { auth, code } = await cameBack()
  const otherClient = codeClient()
  await otherClient.auth.resetPasswordForEmail(newEmail())
  expect((await otherClient.auth.exchangeCodeForSession(code)).error).toMatchObject({
    status: 400,
    code: 'bad_code_verifier',
    message: 'code challenge does not match previously saved code verifier',
  })
  expect((await auth.exchangeCodeForSession(code)).error).toBeNull()
})

test('a code expires after five minutes', async () => {
  const early = await cameBack()
  await app.advance('4 min')
  expect((await early.auth.exchangeCodeForSession(early.code)).error).toBeNull()
  const late = await cameBack()
  await app.advance('5 min')
  expect((await late.auth.exchangeCodeForSession(late.code)).error).toMatchObject({
    status: 422,
    code: 'flow_state_expired',
  })
})

test('a password recovery uses the same flow and is recorded in the session', async () => {
  const { email } = await newUser(app)
  const { auth } = codeClient()
  await auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth/reset-password` })
  const { url } = await followLink(linkIn(await lastEmailTo(app, email)))
  expect(url.pathname).toBe('/auth/reset-password')
  expect((await auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')).error).toBeNull()
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'recovery' }] })
  expect((await auth.updateUser({ password: 'nine orange lanterns' })).error).toBeNull()
})

test('the confirmation of a sign-up uses the same flow', async () => {
  await using own = await startApp({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
  const email = newEmail()
  const { auth } = codeClient(own)
  expect((await auth.signUp({ email, password: 'nine orange lanterns' })).error).toBeNull()
  const { url } = await followLink(linkIn(await lastEmailTo(own, email)))
  const { data } = await auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'email/signup' }] })
})

test('reports a consumed link in the query as well, where PKCE clients look', async () => {
  const { link } = await cameBack()
  const { location } = await openLink(link)
  expect(location?.searchParams.get('error_code')).toBe('otp_expired')
  expect(location?.hash).toContain('error_code=otp_expired')
})

test('the token hash of such a link can be sent to the API, which returns the session itself', async () => {
  const { email } = await newUser(app)
  await codeClient().auth.signInWithOtp({ email })
  const token_hash = linkIn(await lastEmailTo(app, email)).searchParams.get('token') ?? ''
  expect((await clientOf(app).auth.verifyOtp({ token_hash, type: 'magiclink' })).data.user).toMatchObject({ email })
})

test.each([
  [{}, 400, 'validation_failed'],
  [{ auth_code: 'x' }, 400, 'validation_failed'],
  [{ code_verifier: 'x' }, 400, 'validation_failed'],
  [{ auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
])('refuses %j', async (body, status, code) => {
  expect(await trade(body)).toMatchObject([status, { error_code: code }])
})

test.each([
  [{ code_challenge: 'c'.repeat(43) }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge_method: 's256' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  [{ code_challenge: 'short', code_challenge_method: 's256' }, 'code challenge'],
  [{ code_challenge: `${'c'.repeat(43)}!`, code_challenge_method: 's256' }, 'code challenge'],
  [{ code_challenge: 'c'.repeat(43), code_challenge_method: 's512' }, 'invalid code_challenge_method'],
])('refuses to start a flow with %j', async (challenge, text) => {
  for (const path of ['/otp', '/magiclink', '/recover', '/resend', '/signup']) {
    const body = { email: newEmail(), type: 'signup', password: 'nine orange lanterns', ...challenge }
    const init = { method: 'POST', headers: { apikey: app.ctx.access.anonKey }, body: JSON.stringify(body) }
    const response = await fetch(`${app.url}/auth/v1${path}`, init)
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      400,
      { msg: expect.stringContaining(text) },
    ])
  }
})
