import { describe, expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { answerConsent } from '../../../test/kit/outlook.ts'
import {
  clientWithSession,
  followCallback,
  cookieOf,
  newGoogleAccount,
  signInWithProvider,
} from '../../../test/kit/providers.ts'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** Sign-up needs no confirmation here, so an attacker may have registered an address before its owner. */
const app = await appOfFile()

type SignedUpUser = Awaited<ReturnType<typeof newUser>>

/** Links the user's own Google account. @returns its address */
async function linkOwn({ session }: SignedUpUser): Promise<string> {
  const google = await newGoogleAccount(app)
  const response = await fetch(`${app.url}/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true`, {
    headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${session.access_token}` },
  })
  const body: unknown = await response.json()
  const url = typeof body === 'object' && body !== null && 'url' in body ? String(body.url) : ''
  await followCallback(await answerConsent(url, google), { cookie: cookieOf(response) })
  return google
}

/** An attacker who registered the owner's address and added every way to regain access. */
async function hijackedAccount() {
  const attacker = await newUser(app)
  const google = await linkOwn(attacker)
  await attacker.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
  const wanted = newEmail()
  expect((await attacker.client.auth.updateUser({ email: wanted })).error).toBeNull()
  const [asked] = await emailsTo(app, wanted)
  const token_hash = asked ? linkIn(asked).searchParams.get('token') : null
  await clientOf(app).auth.verifyOtp({ type: 'email_change', token_hash: token_hash ?? '' })
  return { ...attacker, google }
}

/** The code of the last email with this subject; several may be sent to one address. */
async function codeTo(address: string, subject: RegExp): Promise<string> {
  const sent = (await emailsTo(app, address)).findLast((each) => subject.test(each.subject))
  if (!sent) throw new Error('No such email')
  return codeIn(sent)
}

const signInMethods = {
  async recovery(email: string) {
    const { auth } = clientOf(app)
    await auth.resetPasswordForEmail(email)
    return auth.verifyOtp({ email, token: await codeTo(email, /^Reset/), type: 'recovery' })
  },
  async 'a magic link'(email: string) {
    const { auth } = clientOf(app)
    await auth.signInWithOtp({ email })
    return auth.verifyOtp({ email, token: await codeTo(email, /^Sign in/), type: 'email' })
  },
  async google(email: string) {
    await newGoogleAccount(app, { email })
    const { client } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
    return client.auth.refreshSession()
  },
}

describe.each(Object.entries(signInMethods))('when the owner of the address signs in by %s', (_name, signIn) => {
  test('the attacker loses all access', async () => {
    const attacker = await hijackedAccount()
    const { data, error } = await signIn(attacker.email)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(attacker.userId)
    expect(data.user).not.toHaveProperty('new_email')
    expect(data.user).not.toHaveProperty('factors')
    expect(data.user?.identities).toHaveLength(1)

    const again = await clientOf(app).auth.signInWithPassword(attacker)
    expect(again.error).toMatchObject({ code: 'invalid_credentials' })
    expect((await attacker.client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await attacker.client.auth.refreshSession()).error).not.toBeNull()
    const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', attacker.google))
    expect(user.id).not.toBe(attacker.userId)
    const subjects = (await emailsTo(app, attacker.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/password was removed/))
  })
})

test('only the first time: later choices of the owner stay', async () => {
  const { email, userId } = await newUser(app)
  await signInMethods.recovery(email)
  await app.advance('61 s')
  const owner = clientOf(app)
  await owner.auth.resetPasswordForEmail(email)
  await owner.auth.verifyOtp({ email, token: await codeTo(email, /^Reset/), type: 'recovery' })
  const password = 'nine purple unicycles'
  expect((await owner.auth.updateUser({ password })).error).toBeNull()
  await app.advance('61 s')
  await signInMethods['a magic link'](email)
  const { data } = await clientOf(app).auth.signInWithPassword({ email, password })
  expect(data.user?.id).toBe(userId)
  expect((await owner.auth.getUser()).error).toBeNull()
})

test('access to the mailbox does not replace a second factor', async () => {
  const { client, email, password } = await newUser(app)
  const { factorId, secret } = await withAuthenticator(client.auth, app.clock)
  const { data } = await signInMethods['a magic link'](email)
  const token = data.session?.access_token ?? ''
  const changed = await fetch(`${app.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${token}` },
    body: JSON.stringify({ password: 'nine purple unicycles' }),
  })
  expect(changed.status).toBe(401)
  const again = clientOf(app)
  expect((await again.auth.signInWithPassword({ email, password })).error).toBeNull()
  const code = codeOf(secret, app.clock)
  expect((await again.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
})
