import { afterEach, expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
afterEach(() => app.advance('1 h'))

const password = 'seven green bicycles'

test('resends the confirmation of a sign-up and keeps the password', async () => {
  const email = newEmail()
  const { auth } = clientOf(app)
  await auth.signUp({ email, password })
  expect(await emailsTo(app, email)).toHaveLength(1)
  expect((await auth.resend({ type: 'signup', email })).error).toMatchObject({ code: 'over_email_send_rate_limit' })
  await app.advance('2 h')
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
  const sent = await emailsTo(app, email)
  expect(sent).toHaveLength(2)
  const [, second] = sent
  expect((await auth.verifyOtp({ email, token: second ? codeIn(second) : '', type: 'signup' })).error).toBeNull()
  expect((await clientOf(app).auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('sends nothing when nothing is pending, and returns the same response', async () => {
  const unknown = newEmail()
  const confirmed = newEmail()
  const { auth } = clientOf(app)
  await auth.signUp({ email: confirmed, password })
  const [sent] = await emailsTo(app, confirmed)
  await auth.verifyOtp({ email: confirmed, token: sent ? codeIn(sent) : '', type: 'signup' })
  await app.advance('2 min')
  for (const email of [unknown, confirmed]) {
    for (const type of ['signup', 'email_change'] as const)
      expect((await clientOf(app).auth.resend({ type, email })).error).toBeNull()
  }
  expect(await emailsTo(app, unknown)).toEqual([])
  expect(await emailsTo(app, confirmed)).toHaveLength(1)
})

test('resends both emails of a change of address, except a confirmed one', async () => {
  await using own = await startApp()
  const { client, email } = await newUser(own)
  const wanted = newEmail()
  expect((await client.auth.updateUser({ email: wanted })).error).toBeNull()
  expect([await emailsTo(own, email), await emailsTo(own, wanted)].map((sent) => sent.length)).toEqual([1, 1])
  await own.advance('2 min')
  expect((await clientOf(own).auth.resend({ type: 'email_change', email })).error).toBeNull()
  const [toOld, toNew] = [await emailsTo(own, email), await emailsTo(own, wanted)]
  expect([toOld.length, toNew.length]).toEqual([2, 2])
  const half = await clientOf(own).auth.verifyOtp({
    email: wanted,
    token: toNew[1] ? codeIn(toNew[1]) : '',
    type: 'email_change',
  })
  expect(half).toMatchObject({ data: { user: null, session: null }, error: null })
  await own.advance('2 min')
  await clientOf(own).auth.resend({ type: 'email_change', email })
  const last = await emailsTo(own, email)
  expect([last.length, (await emailsTo(own, wanted)).length]).toEqual([3, 2])
  const token = last[2] ? codeIn(last[2]) : ''
  const { data, error } = await clientOf(own).auth.verifyOtp({ email, token, type: 'email_change' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: wanted, user_metadata: { email: wanted, email_verified: true } })
})

test.each([
  [{}, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'],
  [{ type: 'recovery', email: 'a@b.example' }, 'validation_failed', 'Missing one of these types'],
  [{ type: 'constructor', email: 'a@b.example' }, 'validation_failed', 'Missing one of these types'],
  [{ type: 'signup' }, 'validation_failed', 'Type provided requires an email address'],
  [{ type: 'signup', email: 'nobody' }, 'validation_failed', 'invalid format'],
  [{ type: 'signup', email: 'a@b.example', phone: '4911' }, 'validation_failed', 'Only an email address or phone'],
  [{ type: 'sms' }, 'validation_failed', 'Type provided requires a phone number'],
  [{ type: 'sms', phone: '+4915112345678' }, 'phone_provider_disabled', 'Unsupported phone provider'],
  [{ type: 'phone_change', phone: '+4915112345678' }, 'phone_provider_disabled', 'Unsupported phone provider'],
])('refuses %j', async (body, code, text) => {
  const init = { method: 'POST', headers: { apikey: app.ctx.access.anonKey }, body: JSON.stringify(body) }
  const answer = await fetch(`${app.url}/auth/v1/resend`, init)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error_code: code, msg: expect.stringContaining(text) },
  ])
})
