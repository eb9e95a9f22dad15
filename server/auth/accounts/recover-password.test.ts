import { expect, test } from 'vitest'
import { clientOf, emailsTo, lastEmailTo, linkIn, newUser, codeIn } from '../../../test/kit/outbox.ts'
import { newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { followLink } from '../../../test/kit/verify-link.ts'

const app = await appOfFile()

test('emails a link that leads to a session in which a new password can be set', async () => {
  const { email, password } = await newUser(app)
  const client = clientOf(app)
  const redirectTo = `${app.url}/auth/reset-password`
  expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
  const landing = await followLink(linkIn(await lastEmailTo(app, email)))
  expect(landing.url.origin + landing.url.pathname).toBe(redirectTo)
  expect(Object.keys(landing.fragment)).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect(landing.fragment).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '3600' })

  const { access_token = '', refresh_token = '' } = landing.fragment
  expect((await client.auth.setSession({ access_token, refresh_token })).error).toBeNull()
  const { data } = await client.auth.getClaims()
  expect(data?.claims).toMatchObject({ email, amr: [{ method: 'recovery' }] })
  expect((await client.auth.updateUser({ password: 'nine orange lanterns' })).error).toBeNull()
  expect((await clientOf(app).auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await clientOf(app).auth.signInWithPassword({ email, password: 'nine orange lanterns' })).error).toBeNull()
})

test('the code of the email does the same', async () => {
  const { email } = await newUser(app)
  const client = clientOf(app)
  await client.auth.resetPasswordForEmail(email)
  const token = codeIn(await lastEmailTo(app, email))
  const { data, error } = await client.auth.verifyOtp({ email, token, type: 'recovery' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, recovery_sent_at: expect.any(String) })
})

test('does not reveal whether an address is known, and sends nothing to an unknown one', async () => {
  const email = newEmail()
  expect(await clientOf(app).auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null })
  expect(await emailsTo(app, email)).toEqual([])
})

test('sends one email a minute to an address, known or not', async () => {
  for (const email of [newEmail(), (await newUser(app)).email]) {
    const { auth } = clientOf(app)
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await auth.resetPasswordForEmail(email)).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
      message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
    })
  }
  await app.advance('1 min')
})

test('refuses an invalid address', async () => {
  const { auth } = clientOf(app)
  expect((await auth.resetPasswordForEmail('')).error).toMatchObject({
    status: 400,
    message: 'Password recovery requires an email',
  })
  expect((await auth.resetPasswordForEmail('nobody')).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('without a mail server, returns the same error for every address', async () => {
  await using accounts = await startAccounts()
  const { auth } = accounts.client()
  for (const ask of [
    auth.resetPasswordForEmail(newEmail()),
    auth.signInWithOtp({ email: newEmail() }),
    auth.resend({ type: 'signup', email: newEmail() }),
  ]) {
    expect((await ask).error).toMatchObject({
      status: 422,
      code: 'email_provider_disabled',
      message: expect.stringContaining('SMTP_URL'),
    })
  }
})
