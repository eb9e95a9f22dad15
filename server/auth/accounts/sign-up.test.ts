import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())

test('signs in immediately, with a confirmed address and the given metadata', async () => {
  const email = newEmail()
  const { data, error } = await accounts.client().auth.signUp({
    email: `  ${email.toUpperCase()} `,
    password: goodPassword,
    options: { data: { name: 'Ada', nothing: null } },
  })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  const user = data.user
  expect(user).toMatchObject({
    email,
    aud: 'authenticated',
    role: 'authenticated',
    phone: '',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Ada', email, email_verified: true, sub: user?.id },
    identities: [{ provider: 'email', id: user?.id, user_id: user?.id, email }],
  })
  expect(user?.user_metadata).not.toHaveProperty('nothing')
  expect(user?.email_confirmed_at).toBeTypeOf('string')
})

test('refuses a taken address, also in other case and in concurrent requests', async () => {
  const email = newEmail()
  const answers = await Promise.all(
    [1, 2, 3].map(() => accounts.client().auth.signUp({ email, password: goodPassword })),
  )
  expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  const { error } = await accounts.client().auth.signUp({ email: email.toUpperCase(), password: goodPassword })
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
})

test.each([
  ['kq7%z!A', ['length']],
  ['qwerty', ['length', 'pwned']],
  ['Password123!', ['pwned']],
])('refuses the weak password %s with its reasons', async (password, reasons) => {
  const { error } = await accounts.client().auth.signUp({ email: newEmail(), password })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons })
})

test('uses long passwords in full, and refuses too long ones instead of truncating them', async () => {
  const email = newEmail()
  const long = `${'ab cd ef gh '.repeat(21)}last`
  expect(long.length).toBe(256)
  expect((await accounts.client().auth.signUp({ email, password: long })).error).toBeNull()
  const cut = await accounts.client().auth.signInWithPassword({ email, password: `${long.slice(0, -1)}T` })
  expect(cut.error?.code).toBe('invalid_credentials')
  expect((await accounts.client().auth.signInWithPassword({ email, password: long })).error).toBeNull()
  const { error } = await accounts.client().auth.signUp({ email: newEmail(), password: `${long}!` })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test.each([
  [{ email: 'nobody', password: goodPassword }, 400, 'validation_failed'],
  [{ email: 'a@b@example.com', password: goodPassword }, 400, 'validation_failed'],
  [{ email: 'new@example.com' }, 400, 'validation_failed'],
  [{ email: 'new@example.com', phone: '4911', password: goodPassword }, 400, 'validation_failed'],
  [{ email: 'new@example.com', password: goodPassword, data: { text: 'a'.repeat(5000) } }, 400, 'validation_failed'],
  [{ email: 'new@example.com', password: goodPassword, data: { text: 'a\0b' } }, 400, 'validation_failed'],
  [{ email: 'new@example.com', password: 7 }, 400, 'validation_failed'],
  [{ phone: '4911', password: goodPassword }, 400, 'phone_provider_disabled'],
  [{ data: {} }, 422, 'anonymous_provider_disabled'],
  ['not json', 400, 'bad_json'],
  ['', 400, 'bad_json'],
])('refuses %j', async (body, status, code) => {
  const response = await accounts.request('/signup', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code: status, error_code: code, msg: expect.any(String) })
})

test('a sign-up cannot take over an unconfirmed account that the operator created', async () => {
  const email = newEmail()
  const operator = createClient(accounts.url, accounts.keys.service, { auth: { persistSession: false } })
  expect((await operator.auth.admin.createUser({ email })).error).toBeNull()
  const { error } = await accounts.client().auth.signUp({ email, password: goodPassword })
  expect(error?.code).toBe('user_already_exists')
})

test('refuses a body that is too large', async () => {
  const response = await accounts.request('/signup', {
    method: 'POST',
    body: JSON.stringify({ email: 'a'.repeat(70_000) }),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error_code: 'request_entity_too_large' })
})

test('limits the requests of one network address', async () => {
  await using own = await startAccounts()
  const ask = () => own.request('/signup', { method: 'POST', body: '{}' }).then((response) => response.status)
  for (let asked = 0; asked < 100; asked++) expect(await ask()).toBe(422)
  const { error } = await own.client().auth.signUp({ email: newEmail(), password: goodPassword })
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

test('refuses sign-up when addresses must be confirmed and no email can be sent', async () => {
  await using own = await startAccounts({ AUTH_CONFIRM_EMAIL: 'true' })
  const { data, error } = await own.client().auth.signUp({ email: newEmail(), password: goodPassword })
  expect(data.session).toBeNull()
  expect(error).toMatchObject({
    status: 422,
    code: 'email_provider_disabled',
    message: expect.stringContaining('SMTP_URL'),
  })
  expect(await (await own.request('/settings')).json()).toMatchObject({
    mailer_autoconfirm: false,
    disable_signup: true,
  })
})
