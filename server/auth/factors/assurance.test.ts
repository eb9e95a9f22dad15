import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFunction } from '../../../test/kit/outlook.ts'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { softwarePasskey } from '../../../test/kit/software-passkey.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'

/** How far a session reaches that has not taken the second step which its owner has set up: through all doors of the server. */
let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const browser = () =>
  createClient(app.url, app.ctx.access.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
type Browser = ReturnType<typeof browser>

async function person() {
  const client = browser()
  const credentials = { email: newEmail(), password: goodPassword }
  const { data } = await client.auth.signUp(credentials)
  return { client, credentials, userId: data.user?.id ?? '' }
}
const tokenOf = async (client: Browser) => (await client.auth.getSession()).data.session?.access_token ?? ''

/** What each room says to this session. */
async function doors(client: Browser) {
  const token = await tokenOf(client)
  const tables = await client.from('mailboxes').select('id')
  const functions = await callFunction(app, { token, userId: '' }, 'mail-authentication', { action: 'authorize' })
  const live = await fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  await live.body?.cancel()
  return { tables, functions, live: live.status, account: (await client.auth.getUser()).error }
}

test('the account and nothing else, until the step is taken', async () => {
  const { client, credentials } = await person()
  const { factorId, secret } = await withAuthenticator(client.auth, app.clock)
  expect(await doors(client)).toMatchObject({ tables: { status: 200 }, functions: { status: 200 }, live: 200 })

  const halfway = browser()
  await halfway.auth.signInWithPassword(credentials)
  const refused = await doors(halfway)
  const message = expect.stringMatching(/second step .* authenticator app, your passkey or a recovery code/)
  expect(refused.tables).toMatchObject({ status: 403, data: null, error: { code: 'second_step_required', message } })
  expect(refused.functions).toMatchObject({ status: 403, body: { error: { code: 'second_step_required', message } } })
  expect(refused.live).toBe(403)
  expect(refused.account).toBeNull()
  // Nor may it change how its owner signs in.
  const changed = await halfway.auth.updateUser({ password: `${goodPassword}, all new` })
  expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  await halfway.auth.refreshSession()
  expect((await doors(halfway)).functions.status).toBe(403)

  await halfway.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, app.clock) })
  expect(await doors(halfway)).toMatchObject({ tables: { status: 200 }, functions: { status: 200 }, live: 200 })
})

test('from the moment on that the step is set up, also for sessions that were looked at just before', async () => {
  const { client, credentials } = await person()
  const other = browser()
  await other.auth.signInWithPassword(credentials)
  const before = await tokenOf(client)
  expect((await doors(other)).functions.status).toBe(200)
  await withAuthenticator(client.auth, app.clock)
  expect((await doors(other)).functions).toMatchObject({ status: 401, body: { error: { code: 'session_ended' } } })
  // The session that set it up goes on, also for what was on its way with the token of before.
  const late = await callFunction(app, { token: before, userId: '' }, 'mail-authentication', { action: 'authorize' })
  expect(late.status).toBe(200)
})

test('the owner hears by e-mail of a step that was set up or taken away', async () => {
  const { client, credentials } = await person()
  const { factorId } = await withAuthenticator(client.auth, app.clock)
  await client.auth.mfa.unenroll({ factorId })
  await app.drain()
  const mails = await app.control('GET', '/control/outbox')
  expect(Array.isArray(mails) && mails.filter(({ to }) => to === credentials.email)).toHaveLength(2)
})

/** As the official client calls it, without its wish for a browser's classes. */
async function post(client: Browser, path: string, body: object) {
  const answer = await fetch(`${app.url}/auth/v1/factors/${path}`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${await tokenOf(client)}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('a step that its owner began to set up and left is no way round the one that is set up', async () => {
  const { client, credentials } = await person()
  await withAuthenticator(client.auth, app.clock)
  const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const [halfway, id] = [browser(), data?.id ?? '']
  await halfway.auth.signInWithPassword(credentials)
  const refused = { status: 403, body: { error_code: 'insufficient_aal' } }
  expect(await post(halfway, `${id}/challenge`, {})).toMatchObject(refused)
  expect(await post(halfway, `${id}/verify`, { challenge_id: id, code: '123456' })).toMatchObject(refused)
  expect((await post(client, `${id}/challenge`, {})).status).toBe(200)
})

test('nor is one that a stranger with the password began before there was any', async () => {
  const { client, credentials } = await person()
  const stranger = browser()
  await stranger.auth.signInWithPassword(credentials)
  const { data: planted } = await stranger.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
  const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const id = data?.id ?? ''
  const { body: challenge } = await post(client, `${id}/challenge`, {})
  const { challenge: toSign } = challenge.webauthn.credential_options.publicKey
  const credential_response = softwarePasskey({ origin: app.url, rpId: 'localhost' }).create(toSign)
  const given = { challenge_id: challenge.id, webauthn: { type: 'create', credential_response } }
  expect((await post(client, `${id}/verify`, given)).status).toBe(200)

  await stranger.auth.signInWithPassword(credentials)
  const code = codeOf(planted?.totp.secret ?? '', app.clock)
  const { error } = await stranger.auth.mfa.challengeAndVerify({ factorId: planted?.id ?? '', code })
  expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
})
