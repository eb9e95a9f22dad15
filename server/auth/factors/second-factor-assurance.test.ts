import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { callFunction } from '../../../test/kit/outlook.ts'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { softwarePasskey } from '../../../test/kit/software-passkey.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** What an aal1 session of a user with a verified factor can access, in every module of the server. */
const app = await appOfFile()

const browser = () =>
  createClient(app.url, app.ctx.access.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
type Browser = ReturnType<typeof browser>

async function newAccount() {
  const client = browser()
  const credentials = { email: newEmail(), password: goodPassword }
  const { data } = await client.auth.signUp(credentials)
  return { client, credentials, userId: data.user?.id ?? '' }
}
const tokenOf = async (client: Browser) => (await client.auth.getSession()).data.session?.access_token ?? ''

/** The response of each module to this session. */
async function accessOf(client: Browser) {
  const token = await tokenOf(client)
  const tables = await client.from('mailboxes').select('id')
  const functions = await callFunction(app, { token, userId: '' }, 'mail-authentication', { action: 'authorize' })
  const live = await fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  await live.body?.cancel()
  return { tables, functions, live: live.status, account: (await client.auth.getUser()).error }
}

test('grants access to the account only until the second factor is verified', async () => {
  const { client, credentials } = await newAccount()
  const { factorId, secret } = await withAuthenticator(client.auth, app.clock)
  expect(await accessOf(client)).toMatchObject({ tables: { status: 200 }, functions: { status: 200 }, live: 200 })

  const aal1Client = browser()
  await aal1Client.auth.signInWithPassword(credentials)
  const refused = await accessOf(aal1Client)
  const message = expect.stringMatching(/second step .* authenticator app, your passkey or a recovery code/)
  expect(refused.tables).toMatchObject({ status: 403, data: null, error: { code: 'second_step_required', message } })
  expect(refused.functions).toMatchObject({ status: 403, body: { error: { code: 'second_step_required', message } } })
  expect(refused.live).toBe(403)
  expect(refused.account).toBeNull()
  // Nor may it change a sign-in method.
  const changed = await aal1Client.auth.updateUser({ password: `${goodPassword}, all new` })
  expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  await aal1Client.auth.refreshSession()
  expect((await accessOf(aal1Client)).functions.status).toBe(403)

  await aal1Client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, app.clock) })
  expect(await accessOf(aal1Client)).toMatchObject({ tables: { status: 200 }, functions: { status: 200 }, live: 200 })
})

test('takes effect when the factor is verified, also for cached sessions', async () => {
  const { client, credentials } = await newAccount()
  const other = browser()
  await other.auth.signInWithPassword(credentials)
  const before = await tokenOf(client)
  expect((await accessOf(other)).functions.status).toBe(200)
  await withAuthenticator(client.auth, app.clock)
  expect((await accessOf(other)).functions).toMatchObject({ status: 401, body: { error: { code: 'session_ended' } } })
  // The session that enrolled the factor continues, also with its previous access token.
  const late = await callFunction(app, { token: before, userId: '' }, 'mail-authentication', { action: 'authorize' })
  expect(late.status).toBe(200)
})

test('notifies the owner by email of an added or removed factor', async () => {
  const { client, credentials } = await newAccount()
  const { factorId } = await withAuthenticator(client.auth, app.clock)
  await client.auth.mfa.unenroll({ factorId })
  await app.runDueJobs()
  const mails = await app.control('GET', '/control/outbox')
  expect(Array.isArray(mails) && mails.filter(({ to }) => to === credentials.email)).toHaveLength(2)
})

/** A direct call, because the official client requires browser classes. */
async function post(client: Browser, path: string, body: object) {
  const answer = await fetch(`${app.url}/auth/v1/factors/${path}`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${await tokenOf(client)}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('an unfinished enrolment cannot bypass the verified factor', async () => {
  const { client, credentials } = await newAccount()
  await withAuthenticator(client.auth, app.clock)
  const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const [aal1Client, id] = [browser(), data?.id ?? '']
  await aal1Client.auth.signInWithPassword(credentials)
  const refused = { status: 403, body: { error_code: 'insufficient_aal' } }
  expect(await post(aal1Client, `${id}/challenge`, {})).toMatchObject(refused)
  expect(await post(aal1Client, `${id}/verify`, { challenge_id: id, code: '123456' })).toMatchObject(refused)
  expect((await post(client, `${id}/challenge`, {})).status).toBe(200)
})

test('nor can one that an attacker with the password started before there was any', async () => {
  const { client, credentials } = await newAccount()
  const attacker = browser()
  await attacker.auth.signInWithPassword(credentials)
  const { data: planted } = await attacker.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
  const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const id = data?.id ?? ''
  const { body: challenge } = await post(client, `${id}/challenge`, {})
  const { challenge: toSign } = challenge.webauthn.credential_options.publicKey
  const credential_response = softwarePasskey({ origin: app.url, rpId: 'localhost' }).create(toSign)
  const given = { challenge_id: challenge.id, webauthn: { type: 'create', credential_response } }
  expect((await post(client, `${id}/verify`, given)).status).toBe(200)

  await attacker.auth.signInWithPassword(credentials)
  const code = codeOf(planted?.totp.secret ?? '', app.clock)
  const { error } = await attacker.auth.mfa.challengeAndVerify({ factorId: planted?.id ?? '', code })
  expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
})
