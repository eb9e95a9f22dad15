import { createClient } from '@supabase/supabase-js'
import { afterEach, describe, expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn } from '../../../test/kit/outbox.ts'
import { goodPassword as password, newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, appOfFile } from '../../../test/kit/start-app.ts'
import { testSecrets } from '../../../test/kit/test-secrets.ts'
import { followLink, openLink } from '../../../test/kit/verify-link.ts'
import { reconcileEmails } from '../../emails/send-email.ts'
import { apiKeysOf } from '../keys/api-keys.ts'
import { insertIdentity, updateProviderMetadata } from '../user-rows/identity-queries.ts'
import { insertUser } from '../user-rows/user-queries.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
const { service } = apiKeysOf(testSecrets.JWT_SECRET)
const operator = createClient(app.url, service, { auth: { persistSession: false } })
afterEach(() => app.advance('1 h'))

const otherPassword = 'nine orange lanterns'
const chosenPassword = 'seven quiet harbours'

async function signUp(email: string, options: { password?: string; name?: string } = {}) {
  const data = { name: options.name ?? 'Ada' }
  const answer = await clientOf(app).auth.signUp({ email, password: options.password ?? password, options: { data } })
  expect(answer.error).toBeNull()
  expect(answer.data.session).toBeNull()
  return answer.data.user
}

/** The outcome of a sign-in with this password. */
async function outcomeOf(email: string, typed: string): Promise<string> {
  const { error } = await clientOf(app).auth.signInWithPassword({ email, password: typed })
  return error ? String(error.code) : 'signed in'
}

const outcomesOf = (email: string): Promise<string[]> =>
  Promise.all([outcomeOf(email, password), outcomeOf(email, otherPassword)])

async function confirmed(email: string, options = {}) {
  await signUp(email, options)
  return followLink(linkIn(await lastEmailTo(app, email)))
}

test('an account waits for the link of its email, which signs in', async () => {
  const email = newEmail()
  const user = await signUp(email)
  expect(user).toMatchObject({ email, confirmation_sent_at: expect.any(String), identities: [{ provider: 'email' }] })
  expect(user).not.toHaveProperty('email_confirmed_at')
  const sent = await lastEmailTo(app, email)
  expect(await outcomeOf(email, password)).toBe('email_not_confirmed')
  expect(await outcomeOf(email, otherPassword)).toBe('invalid_credentials')

  const { fragment } = await followLink(linkIn(sent))
  expect(fragment['type']).toBe('signup')
  const { access_token = '', refresh_token = '' } = fragment
  const { data } = await clientOf(app).auth.setSession({ access_token, refresh_token })
  expect(data.user).toMatchObject({
    id: user?.id,
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'Ada', email_verified: true },
  })
  expect(await outcomeOf(email, password)).toBe('signed in')
})

test('the code of the email does the same', async () => {
  const email = newEmail()
  await signUp(email)
  const token = codeIn(await lastEmailTo(app, email))
  const { data, error } = await clientOf(app).auth.verifyOtp({ email, token, type: 'signup' })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
  expect(await outcomeOf(email, password)).toBe('signed in')
})

describe('before the email is composed', () => {
  test('the password is known, in any case of the address, and no other one', async () => {
    const email = newEmail()
    const user = await signUp(email.toUpperCase())
    expect(await outcomesOf(email)).toEqual(['email_not_confirmed', 'invalid_credentials'])
    const found = await operator.auth.admin.getUserById(user?.id ?? '')
    expect(found.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Ada', sub: user?.id, email_verified: false },
      identities: [{ provider: 'email', id: user?.id, identity_data: { name: 'Ada', email } }],
    })
    await followLink(linkIn(await lastEmailTo(app, email)))
    expect(await outcomesOf(email)).toEqual(['signed in', 'invalid_credentials'])
  })

  test('a recovery and a sign-in link find the account', async () => {
    for (const request of [
      (email: string) => clientOf(app).auth.resetPasswordForEmail(email),
      (email: string) => clientOf(app).auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    ]) {
      const email = newEmail()
      await signUp(email)
      expect((await request(email)).error).toBeNull()
      expect(await emailsTo(app, email)).toHaveLength(2)
    }
  })

  test('a later sign-up for an unconfirmed account replaces its password, unless a link is still valid', async () => {
    const email = newEmail()
    await signUp(email, { password: otherPassword })
    await app.runDueJobs()
    await app.advance('59 min')
    await signUp(email)
    expect(await outcomesOf(email)).toEqual(['invalid_credentials', 'email_not_confirmed'])
    await app.runDueJobs()
    expect(await outcomesOf(email)).toEqual(['invalid_credentials', 'invalid_credentials'])
    await app.advance('1 h')
    await signUp(email)
    expect(await outcomesOf(email)).toEqual(['email_not_confirmed', 'invalid_credentials'])
    await app.runDueJobs()
    expect(await outcomesOf(email)).toEqual(['email_not_confirmed', 'invalid_credentials'])
  })

  test('the password of a banned user stays', async () => {
    const email = newEmail()
    const user = await signUp(email)
    await app.advance('2 h')
    await operator.auth.admin.updateUserById(user?.id ?? '', { ban_duration: '1h' })
    await signUp(email, { password: otherPassword })
    expect(await outcomesOf(email)).toEqual(['user_banned', 'invalid_credentials'])
  })

  test('two sign-ups at once create one account', async () => {
    const email = newEmail()
    const requests = Array.from({ length: 4 }, () => clientOf(app).auth.signUp({ email, password }))
    const errors = (await Promise.all(requests)).map(({ error }) => error?.code)
    expect(errors.filter((code) => code === undefined).length).toBeGreaterThan(0)
    expect(new Set(errors)).toEqual(new Set([undefined, 'over_email_send_rate_limit']))
    expect(await outcomeOf(email, password)).toBe('email_not_confirmed')
  })
})

test('the settings say that addresses must be confirmed and that sign-up is enabled', async () => {
  const answer = await fetch(`${app.url}/auth/v1/settings`, { headers: { apikey: app.ctx.access.anonKey } })
  expect(await answer.json()).toMatchObject({ mailer_autoconfirm: false, disable_signup: false })
})

test('notifies only the owner of a taken address, by email', async () => {
  const email = newEmail()
  await confirmed(email)
  await app.advance('1 min')
  const before = (await emailsTo(app, email)).length
  const [known, unknown] = [await signUp(email, { password: otherPassword }), await signUp(newEmail())]
  expect(shapeOf(known)).toEqual(shapeOf(unknown))
  expect(await outcomesOf(email)).toEqual(['signed in', 'invalid_credentials'])
  const sent = await emailsTo(app, email)
  expect(sent).toHaveLength(before + 1)
  expect(sent.at(-1)?.text).not.toMatch(/\/auth\/v1\/verify/)
  expect(await outcomesOf(email)).toEqual(['signed in', 'invalid_credentials'])
})

/** Keys in order, with the types of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
}

test('sends one confirmation a minute to an address, known or not', async () => {
  const [known, unknown] = [newEmail(), newEmail()]
  await confirmed(known)
  await app.advance('1 min')
  for (const email of [known, unknown]) {
    await signUp(email)
    const { error } = await clientOf(app).auth.signUp({ email, password })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  }
})

test('refuses a weak password before anything is sent', async () => {
  const email = newEmail()
  const { error } = await clientOf(app).auth.signUp({ email, password: 'short7!' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password' })
  expect(await emailsTo(app, email)).toEqual([])
})

describe('pre-hijacking: an attacker’s password does not survive the owner', () => {
  test('when the owner signs up: keeps their password and metadata if the first link was never used', async () => {
    const email = newEmail()
    await signUp(email, { password: otherPassword, name: 'Mallory' })
    const attackersLink = linkIn(await lastEmailTo(app, email))
    await app.advance('3 days')
    await signUp(email)
    const { fragment } = await followLink(linkIn(await lastEmailTo(app, email)))
    const { access_token = '', refresh_token = '' } = fragment
    const { data } = await clientOf(app).auth.setSession({ access_token, refresh_token })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email, sub: data.user?.id })
    expect([await outcomeOf(email, password), await outcomeOf(email, otherPassword)]).toEqual([
      'signed in',
      'invalid_credentials',
    ])
    expect((await openLink(attackersLink)).location?.hash).toContain('otp_expired')
  })

  test.each([
    ['before', otherPassword, password],
    ['after', password, otherPassword],
  ])(
    'who signs up within the hour, %s them: no password stays, and the link lets them choose one',
    async (...order) => {
      const [, first, second] = order
      const email = newEmail()
      await signUp(email, { password: first, name: 'Mallory' })
      const earlier = linkIn(await lastEmailTo(app, email))
      await app.advance('1 min')
      await signUp(email, { password: second, name: 'Mallory' })
      const sent = await lastEmailTo(app, email)
      expect(sent.text).toContain('Confirm and choose a password')
      expect((await openLink(earlier)).location?.hash).toContain('otp_expired')
      expect(await outcomesOf(email)).toEqual(['invalid_credentials', 'invalid_credentials'])

      const { url, fragment } = await followLink(linkIn(sent))
      expect(url.pathname).toBe('/auth/reset-password')
      expect(fragment).toMatchObject({ type: 'recovery' })
      expect(await outcomesOf(email)).toEqual(['invalid_credentials', 'invalid_credentials'])
      const { auth } = clientOf(app)
      const { data } = await auth.setSession({
        access_token: fragment['access_token'] ?? '',
        refresh_token: fragment['refresh_token'] ?? '',
      })
      expect(data.user?.user_metadata).not.toHaveProperty('name')
      expect((await auth.updateUser({ password: chosenPassword })).error).toBeNull()
      expect(await outcomeOf(email, chosenPassword)).toBe('signed in')
    },
  )

  test('a third sign-up within the hour and a resent link: no password is stored', async () => {
    const email = newEmail()
    for (const each of [password, otherPassword, otherPassword]) {
      await signUp(email, { password: each })
      await app.runDueJobs()
      await app.advance('1 min')
    }
    expect((await lastEmailTo(app, email)).text).toContain('Confirm and choose a password')
    await clientOf(app).auth.resend({ type: 'signup', email })
    const { url } = await followLink(linkIn(await lastEmailTo(app, email)))
    expect(url.pathname).toBe('/auth/reset-password')
    expect(await outcomesOf(email)).toEqual(['invalid_credentials', 'invalid_credentials'])
  })

  test('returns the same response whether or not a sign-up is pending for the address', async () => {
    const email = newEmail()
    await signUp(email)
    await app.runDueJobs()
    await app.advance('1 min')
    const [waiting, unknown] = [await signUp(email, { password: otherPassword }), await signUp(newEmail())]
    expect(shapeOf(waiting)).toEqual(shapeOf(unknown))
  })

  test('when the owner requests a sign-in link', async () => {
    const email = newEmail()
    await signUp(email, { password: otherPassword })
    await app.runDueJobs()
    const { auth } = clientOf(app)
    await auth.signInWithOtp({ email })
    const token = codeIn(await lastEmailTo(app, email))
    expect((await auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    expect(await outcomeOf(email, otherPassword)).toBe('invalid_credentials')
  })

  test('when the owner requests a password recovery', async () => {
    const email = newEmail()
    await signUp(email, { password: otherPassword })
    const attackersLink = linkIn(await lastEmailTo(app, email))
    await clientOf(app).auth.resetPasswordForEmail(email)
    const { fragment } = await followLink(linkIn(await lastEmailTo(app, email)))
    expect(fragment).toMatchObject({ type: 'recovery' })
    expect(await outcomeOf(email, otherPassword)).toBe('invalid_credentials')
    expect((await openLink(attackersLink)).location?.hash).toContain('otp_expired')
  })
})

describe('pre-hijacking: an identity of a provider that does not verify addresses does not survive the owner', () => {
  const ways: [string, (email: string) => Promise<unknown>][] = [
    ['a sign-up', (email) => signUp(email)],
    ['a link to sign in', (email) => clientOf(app).auth.signInWithOtp({ email })],
    ['a reset', (email) => clientOf(app).auth.resetPasswordForEmail(email)],
  ]
  test.each(ways)('the owner signs in by %s', async (_name, come) => {
    const email = newEmail()
    const [userId, now] = [crypto.randomUUID(), app.clock.now()]
    await app.ctx.db.asAccounts(async (tx) => {
      await insertUser(tx, { id: userId, email, passwordHash: null, metadata: {}, confirmedAt: null, now })
      await insertIdentity(tx, { userId, provider: 'azure', providerId: `tenant.${userId}`, data: { email }, now })
      await updateProviderMetadata(tx, userId, now)
    })
    await come(email)
    const { access_token = '', refresh_token = '' } = (await followLink(linkIn(await lastEmailTo(app, email)))).fragment
    const { data } = await clientOf(app).auth.setSession({ access_token, refresh_token })
    expect(data.user).toMatchObject({
      id: userId,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    })
  })
})

test('an email that is composed again after an uncertain delivery sends no notice to a confirmed user', async () => {
  const email = newEmail()
  // The mail server accepts the email but the response is lost.
  const lost = { service: 'smtp', method: 'DATA', when: 'after', drop: true, times: 1 }
  await app.faults(lost)
  await signUp(email)
  const [first] = await emailsTo(app, email)
  if (!first) throw new Error('The email was not sent')
  await followLink(linkIn(first))
  await app.advance('2 min')
  await reconcileEmails(app.ctx)
  expect(await emailsTo(app, email)).toHaveLength(1)
})

test('without email confirmation, an address that was never confirmed is free', async () => {
  await using own = await startApp()
  const email = newEmail()
  await clientOf(own).auth.signInWithOtp({ email })
  const link = linkIn(await lastEmailTo(own, email))
  const { data, error } = await clientOf(own).auth.signUp({ email, password })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
  expect((await openLink(link)).location?.hash).toContain('otp_expired')
  expect((await clientOf(own).auth.signUp({ email, password })).error?.code).toBe('user_already_exists')
})

test('a sign-in link that creates no account does not confirm the password of an earlier sign-up', async () => {
  const email = newEmail()
  await signUp(email)
  await app.runDueJobs()
  await app.advance('61 s')
  const { auth } = clientOf(app)
  await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const token = codeIn(await lastEmailTo(app, email))
  expect((await auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
  expect(await outcomeOf(email, password)).toBe('invalid_credentials')
})
