import { expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, lastEmailTo, newUser } from '../../../test/kit/outbox.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const newPassword = 'eight yellow tricycles'
const app = await appOfFile()

test('an emailed code replaces a recent sign-in, once', async () => {
  const { client, email } = await newUser(app)
  await app.advance('301 s')
  const late = await client.auth.updateUser({ password: newPassword })
  expect(late.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })

  expect((await client.auth.reauthenticate()).error).toBeNull()
  const mailed = await lastEmailTo(app, email)
  expect(mailed).toMatchObject({ subject: 'Your Mailroom code' })
  expect(mailed.text).not.toContain('/verify')
  const nonce = codeIn(mailed)
  const changed = await client.auth.updateUser({ password: newPassword, nonce })
  expect(changed.error).toBeNull()
  expect(changed.data.user).toHaveProperty('reauthentication_sent_at')
  expect((await clientOf(app).auth.signInWithPassword({ email, password: newPassword })).error).toBeNull()

  const again = await client.auth.updateUser({ password: 'nine purple unicycles', nonce })
  expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
})

test('refuses a wrong code, and after five of them the right one as well', async () => {
  const { client, email } = await newUser(app)
  await app.advance('301 s')
  await client.auth.reauthenticate()
  const nonce = codeIn(await lastEmailTo(app, email))
  const wrong = nonce === '000000' ? '000001' : '000000'
  const tryCode = async (code: string) => (await client.auth.updateUser({ password: newPassword, nonce: code })).error
  for (let count = 0; count < 5; count += 1) {
    expect(await tryCode(wrong)).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  }
  expect(await tryCode(nonce)).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
})

test('refuses a code after ten minutes, and another user’s code', async () => {
  const [one, other] = [await newUser(app), await newUser(app)]
  await app.advance('301 s')
  await one.client.auth.reauthenticate()
  const nonce = codeIn(await lastEmailTo(app, one.email))
  const stolen = await other.client.auth.updateUser({ password: newPassword, nonce })
  expect(stolen.error).toMatchObject({ code: 'reauthentication_not_valid' })
  await app.advance('601 s')
  const late = await one.client.auth.updateUser({ password: newPassword, nonce })
  expect(late.error).toMatchObject({ code: 'reauthentication_not_valid' })
})

test('sends one code a minute', async () => {
  const { client, email } = await newUser(app)
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const soon = await client.auth.reauthenticate()
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  await app.advance('61 s')
  expect((await client.auth.reauthenticate()).error).toBeNull()
  expect(await emailsTo(app, email)).toHaveLength(2)
})

test('POST does the same; both require a session', async () => {
  const { session, email } = await newUser(app)
  const post = (headers: Record<string, string>) =>
    fetch(`${app.url}/auth/v1/reauthenticate`, {
      method: 'POST',
      headers: { apikey: app.ctx.access.anonKey, ...headers },
    })
  const response = await post({ authorization: `Bearer ${session.access_token}` })
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(await emailsTo(app, email)).toHaveLength(1)
  expect((await post({})).status).toBe(401)
  expect((await clientOf(app).auth.reauthenticate()).error?.name).toBe('AuthSessionMissingError')
})

test('names the missing operator setting when no email can be sent', async () => {
  await using accounts = await startAccounts()
  const { client } = await signedUp(accounts)
  const { error } = await client.auth.reauthenticate()
  expect(error).toMatchObject({ code: 'email_provider_disabled' })
  expect(error?.message).toContain('SMTP_URL')
})
