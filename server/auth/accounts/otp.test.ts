import { afterEach, expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { followLink } from '../../../test/kit/verify-link.ts'

const app = await appOfFile()
afterEach(() => app.advance('1 h'))

const post = async (path: string, body: unknown) => {
  const init = { method: 'POST', headers: { apikey: app.ctx.access.anonKey }, body: JSON.stringify(body) }
  const answer = await fetch(`${app.url}/auth/v1${path}`, init)
  return [answer.status, await answer.json()]
}

test('a known address gets a link and a code to sign in with', async () => {
  const { email, userId } = await newUser(app)
  const { auth } = clientOf(app)
  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  const sent = await lastEmailTo(app, email)
  expect(linkIn(sent).searchParams.get('type')).toBe('magiclink')
  const { data } = await auth.verifyOtp({ email, token: codeIn(sent), type: 'email' })
  expect(data.user?.id).toBe(userId)
})

test('an unknown address gets an account when the email is composed, confirmed by its link', async () => {
  const email = newEmail()
  const { auth } = clientOf(app)
  expect((await auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } })).error).toBeNull()
  const link = linkIn(await lastEmailTo(app, email))
  expect(link.searchParams.get('type')).toBe('signup')
  const { access_token = '', refresh_token = '', type } = (await followLink(link)).fragment
  expect(type).toBe('signup')
  const { data } = await auth.setSession({ access_token, refresh_token })
  expect(data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    confirmation_sent_at: expect.any(String),
    user_metadata: { name: 'Ada', email, email_verified: true },
    identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
  })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'email/signup' }] })
})

test.each(['email', 'magiclink', 'signup'] as const)('accepts its code as type %s', async (type) => {
  const email = newEmail()
  const { auth } = clientOf(app)
  await auth.signInWithOtp({ email })
  const token = codeIn(await lastEmailTo(app, email))
  expect((await auth.verifyOtp({ email, token, type })).error).toBeNull()
})

test('with create_user: false, sends nothing to an unknown address and returns the same response', async () => {
  const options = { shouldCreateUser: false }
  const unknown = newEmail()
  expect((await clientOf(app).auth.signInWithOtp({ email: unknown, options })).error).toBeNull()
  expect(await emailsTo(app, unknown)).toEqual([])
  const { email } = await newUser(app)
  expect((await clientOf(app).auth.signInWithOtp({ email, options })).error).toBeNull()
  expect(await emailsTo(app, email)).toHaveLength(1)
})

test('sends nothing to a banned user', async () => {
  const { email, userId } = await newUser(app)
  const ban = `begin; set local role accounts_service;
    update auth.users set banned_until = now() + interval '9 years' where id = '${userId}'; commit`
  await app.ctx.db.pool.query(ban)
  await clientOf(app).auth.signInWithOtp({ email })
  expect(await emailsTo(app, email)).toEqual([])
})

test('limits all sign-in emails to an address together, whether it is known or not', async () => {
  for (const email of [newEmail(), (await newUser(app)).email]) {
    expect(await post('/otp', { email })).toEqual([200, {}])
    for (const path of ['/otp', '/magiclink', '/recover']) {
      expect(await post(path, { email: email.toUpperCase() })).toMatchObject([
        429,
        { error_code: 'over_email_send_rate_limit' },
      ])
    }
    expect(await emailsTo(app, email)).toHaveLength(1)
  }
})

test('/magiclink does the same', async () => {
  const { email } = await newUser(app)
  expect(await post('/magiclink', { email })).toEqual([200, {}])
  expect(linkIn(await lastEmailTo(app, email)).searchParams.get('type')).toBe('magiclink')
})

test.each([
  ['/otp', {}, 'validation_failed', 'One of email or phone must be set'],
  ['/otp', { email: 'a@b.example', phone: '4911' }, 'validation_failed', 'Only an email address or phone number'],
  ['/otp', { email: 'a@b.example', channel: 'sms' }, 'validation_failed', 'Channel should only be specified'],
  ['/otp', { email: 'nobody' }, 'validation_failed', 'Unable to validate email address: invalid format'],
  ['/otp', { email: 'a@b.example', data: { text: 'a'.repeat(5000) } }, 'validation_failed', 'metadata'],
  ['/otp', { email: 'a@b.example', create_user: 'no' }, 'validation_failed', 'create_user'],
  ['/otp', { phone: '+4915112345678' }, 'phone_provider_disabled', 'Unsupported phone provider'],
  ['/magiclink', {}, 'validation_failed', 'email'],
  ['/magiclink', { email: 'nobody' }, 'validation_failed', 'invalid format'],
])('%s refuses %j', async (path, body, code, text) => {
  expect(await post(path, body)).toMatchObject([400, { error_code: code, msg: expect.stringContaining(text) }])
})
