import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'

const newPassword = 'eight yellow tricycles'
const accounts = await ofFile(startAccounts())

const signIn = (email: string, password: string) => accounts.client().auth.signInWithPassword({ email, password })

test('replaces metadata field by field, and null removes one', async () => {
  const { client } = await signedUp(accounts)
  await client.auth.updateUser({ data: { name: 'Ada', city: 'London' } })
  const { data, error } = await client.auth.updateUser({ data: { name: 'Ada L.', city: null } })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ name: 'Ada L.' })
  expect(data.user?.user_metadata).not.toHaveProperty('city')
})

test('refuses metadata that would not fit into a token', async () => {
  const { client } = await signedUp(accounts)
  const half = 'a'.repeat(3000)
  expect((await client.auth.updateUser({ data: { one: half } })).error).toBeNull()
  expect((await client.auth.updateUser({ data: { two: half } })).error).toMatchObject({ code: 'validation_failed' })
})

test('a new password replaces the old one and ends all other sessions', async () => {
  const { client, email, session } = await signedUp(accounts)
  const other = (await signIn(email, goodPassword)).data.session
  await accounts.ctx.access.verify(other?.access_token ?? '')
  const { data, error } = await client.auth.updateUser({ password: newPassword })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect((await signIn(email, goodPassword)).error?.code).toBe('invalid_credentials')
  expect((await signIn(email, newPassword)).error).toBeNull()
  expect((await accounts.client().auth.getUser(session.access_token)).error).toBeNull()
  expect((await accounts.client().auth.getUser(other?.access_token)).error?.name).toBe('AuthSessionMissingError')
  await expect(accounts.ctx.access.verify(other?.access_token ?? '')).rejects.toMatchObject({ code: 'session_ended' })
  expect(accounts.log()).toContain('password_changed')
})

test('requires a sign-in with the password in this session within five minutes', async () => {
  const { client, email } = await signedUp(accounts)
  accounts.clock.advance('301 s')
  const elsewhere = await signIn(email, goodPassword)
  expect(elsewhere.error).toBeNull()
  expect((await client.auth.refreshSession()).error).toBeNull()
  const refused = await client.auth.updateUser({ password: newPassword })
  expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await signIn(email, goodPassword)).error).toBeNull()
  await client.auth.signInWithPassword({ email, password: goodPassword })
  expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
})

test('refuses a weak password and the current one', async () => {
  const { client, email } = await signedUp(accounts)
  const weak = await client.auth.updateUser({ password: 'qwerty123' })
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  const same = await client.auth.updateUser({ password: goodPassword })
  expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await signIn(email, goodPassword)).error).toBeNull()
})

test.each([
  [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  [{ phone: '4911' }, 400, 'phone_provider_disabled'],
  [{ email: 'nobody' }, 400, 'validation_failed'],
  [{ password: 'long '.repeat(60) }, 400, 'validation_failed'],
  [{ data: 'text' }, 400, 'validation_failed'],
])('refuses %j', async (body, status, code) => {
  const { session } = await signedUp(accounts)
  const response = await accounts.request('/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify(body),
  })
  expect([response.status, await response.json()]).toMatchObject([status, { error_code: code }])
})

test('refuses a request without a session', async () => {
  const response = await accounts.request('/user', { method: 'PUT', body: '{}' })
  expect([response.status, await response.json()]).toMatchObject([401, { error_code: 'no_authorization' }])
})
