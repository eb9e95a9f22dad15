import { expect, test } from 'vitest'
import { minutes } from '../../clock.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, signedUp, startAccounts, waitingForLock } from '../../../test/kit/start-accounts.ts'
import { lockUser, updatePasswordHash } from '../user-rows/user-queries.ts'

const email = newEmail()
const accounts = await ofFile(startAccounts())
await accounts.client().auth.signUp({ email, password: goodPassword })

const signIn = (address: string, password: string) =>
  accounts.client().auth.signInWithPassword({ email: address, password })

test('creates a new session each time', async () => {
  const first = await signIn(email, goodPassword)
  const second = await signIn(` ${email.toUpperCase()}`, goodPassword)
  expect(first.error ?? second.error).toBeNull()
  const ids = await Promise.all(
    [first, second].map(async ({ data }) => {
      const { data: got } = await accounts.client().auth.getClaims(data.session?.access_token)
      return got?.claims['session_id']
    }),
  )
  expect(new Set(ids).size).toBe(2)
})

test('issues an access token with GoTrue’s claims', async () => {
  const { data } = await signIn(email, goodPassword)
  const got = await accounts.client().auth.getClaims(data.session?.access_token)
  expect(got.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
  expect(got.data?.claims).toMatchObject({
    iss: `${accounts.ctx.config.publicUrl}/auth/v1`,
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email },
    session_id: expect.any(String),
    is_anonymous: false,
  })
  const { exp = 0, iat = 0 } = got.data?.claims ?? {}
  expect(exp - iat).toBe(3600)
  expect(data.session?.expires_at).toBe(exp)
})

const ask = async (address: string, password: string) => {
  const answer = await accounts.request('/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: address, password }),
  })
  return { status: answer.status, body: await answer.text() }
}

test('returns the same response for a wrong password and an unknown address', async () => {
  const wrong = await ask(email, 'seven blue bicycles')
  expect(wrong).toEqual({
    status: 400,
    body: '{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}',
  })
  for (const [address, password] of [
    [newEmail(), goodPassword],
    [email, ''],
    ['no address', 'x'],
    [email, 'x'.repeat(300)],
  ] as const) {
    expect(await ask(address, password)).toEqual(wrong)
  }
})

test.each([
  [{ password: 'x' }, 'validation_failed', 'missing email or phone'],
  [
    { email, phone: '49', password: 'x' },
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ],
  [{ phone: '49', password: 'x' }, 'phone_provider_disabled', 'Phone logins are disabled'],
])('refuses %j', async (body, code, message) => {
  const answer = await accounts.request('/token?grant_type=password', { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ code: 400, error_code: code, msg: message })
})

test.each([
  ['', {}, 400, { error_code: 'invalid_credentials', msg: 'unsupported_grant_type' }],
  ['?grant_type=magic', {}, 400, { error_code: 'invalid_credentials', msg: 'unsupported_grant_type' }],
  ['?grant_type=pkce', {}, 400, { error_code: 'validation_failed' }],
  ['?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }, 404, { error_code: 'flow_state_not_found' }],
  ['?grant_type=id_token', {}, 400, { error: 'invalid request', error_description: 'id_token required' }],
  ['?grant_type=id_token', { id_token: 'x' }, 400, { error: 'invalid request' }],
  ['?grant_type=id_token', { id_token: 'x', provider: 'google' }, 400, { error_code: 'provider_disabled' }],
  ['?grant_type=web3', {}, 422, { error_code: 'web3_provider_disabled' }],
])('POST /token%s with %j is refused with GoTrue’s error', async (query, body, status, expected) => {
  const answer = await accounts.request(`/token${query}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject(expected)
})

test('ten wrong passwords lock the account for five minutes, also for a hundred concurrent attempts', async () => {
  await using own = await startAccounts()
  const address = newEmail()
  await own.client().auth.signUp({ email: address, password: goodPassword })
  const guess = async (password: string) =>
    (await own.client().auth.signInWithPassword({ email: address, password })).error?.status ?? 200

  const statuses = await Promise.all(Array.from({ length: 25 }, (_, number) => guess(`guess number ${number}`)))
  // Two hash slots run at once: the eleventh attempt may have begun before the tenth was counted.
  expect([10, 11]).toContain(statuses.filter((status) => status === 400).length)
  expect([14, 15]).toContain(statuses.filter((status) => status === 429).length)
  expect(await guess(goodPassword)).toBe(429)
  own.clock.advance('5 min')
  expect(await guess(goodPassword)).toBe(200)
})

test('right passwords are not counted, even many at once', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, goodPassword)))
  expect(answers.map(({ error }) => error)).toEqual(Array.from({ length: 30 }, () => null))
})

test('reports a ban only after the right password', async () => {
  const address = newEmail()
  const { data } = await accounts.client().auth.signUp({ email: address, password: goodPassword })
  const bannedUntil = new Date(accounts.ctx.clock.now().getTime() + minutes(10))
  await accounts.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ banned_until: bannedUntil }).where('email', '=', address).execute(),
  )
  expect((await signIn(address, 'seven blue bicycles')).error?.code).toBe('invalid_credentials')
  expect((await signIn(address, goodPassword)).error).toMatchObject({ status: 400, code: 'user_banned' })
  const got = await accounts.client().auth.getUser(data.session?.access_token)
  expect(got.error).toMatchObject({ status: 403, code: 'user_banned' })
})

test('replaces a hash with other parameters at the next sign-in', async () => {
  const address = newEmail()
  await accounts.client().auth.signUp({ email: address, password: goodPassword })
  const { hash } = await import('@node-rs/argon2')
  const old = await hash(goodPassword, { memoryCost: 8192, timeCost: 1 })
  const stored = () =>
    accounts.ctx.db.asAccounts((tx) =>
      tx.selectFrom('auth.users').select('encrypted_password').where('email', '=', address).executeTakeFirstOrThrow(),
    )
  await accounts.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ encrypted_password: old }).where('email', '=', address).execute(),
  )
  expect((await signIn(address, goodPassword)).error).toBeNull()
  const renewed = (await stored()).encrypted_password ?? ''
  expect([renewed === old, accounts.ctx.passwords.needsRehash(renewed)]).toEqual([false, false])
  expect((await signIn(address, goodPassword)).error).toBeNull()
})

test('refuses a password that was changed while it was verified', async () => {
  const { email: address, session } = await signedUp(accounts)
  const { db, clock, passwords } = accounts.ctx
  const changed = await passwords.hash('nine purple unicycles')
  const late = await db.asAccounts(async (tx) => {
    await lockUser(tx, session.user.id)
    const going = ask(address, goodPassword)
    await expect.poll(() => waitingForLock(db)).toBe(true)
    await updatePasswordHash(tx, session.user.id, changed, clock.now())
    return { going }
  })
  expect(await late.going).toMatchObject({ status: 400, body: expect.stringContaining('invalid_credentials') })
})
