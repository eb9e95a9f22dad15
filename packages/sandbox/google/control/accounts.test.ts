import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { ask, at, sendJson, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { refresh, signIn } from '../../testing/google-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM })
})

const userinfo = (accessToken: string) =>
  ask(`${sandbox.url}/openidconnect.googleapis.com/v1/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
const subOf = async (email: string) =>
  at((await userinfo(textAt(await signIn(sandbox, email), 'access_token'))).body, 'sub')

test('an account has a `sub` that stays the same after a reset, and a name derived from its address', async () => {
  const first = (await sandbox.control('GET', '/google/accounts')).body
  await sandbox.control('POST', '/reset')
  expect((await sandbox.control('GET', '/google/accounts')).body).toEqual([])
  const made = (await sandbox.control('POST', '/google/accounts', { email: KIM })).body
  expect(first).toEqual([made])
  expect(made).toMatchObject({ email: KIM, name: 'Kim', emailVerified: true, hd: null })
})

test('refuses impossible calls with a status', async () => {
  const post = (path: string, body: unknown) => ask(`${sandbox.url}/control/google${path}`, sendJson('POST', body))
  const answers = [
    await post('/accounts', { email: KIM.toUpperCase() }),
    await post('/accounts', { email: 'x@y.example', picture: 'x' }),
    await post('/id-token', { email: 'unknown@gmail.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 400, 404])
})

test('`sub` stays when the address changes; a new account with the old address has another one', async () => {
  const sub = await subOf(KIM)
  await sandbox.control('PATCH', `/google/accounts/${KIM}`, { email: 'kim.lee@gmail.example' })
  expect(await subOf('kim.lee@gmail.example')).toBe(sub)
  await sandbox.control('POST', '/google/accounts', { email: KIM })
  expect(await subOf(KIM)).not.toBe(sub)
})

test('tokens end when the user withdraws the consent, and when the account is disabled', async () => {
  const tokens = await signIn(sandbox, KIM, { access_type: 'offline' })
  await sandbox.control('DELETE', `/google/accounts/${KIM}/grant`)
  expect((await refresh(sandbox, tokens)).body).toMatchObject({ error: 'invalid_grant' })
  expect((await userinfo(textAt(tokens, 'access_token'))).status).toBe(401)
  const again = await signIn(sandbox, KIM, { access_type: 'offline' })
  await sandbox.control('PATCH', `/google/accounts/${KIM}`, { disabled: true })
  expect((await refresh(sandbox, again)).body).toMatchObject({ error: 'invalid_grant' })
  expect((await userinfo(textAt(again, 'access_token'))).status).toBe(401)
})

test('expires or revokes tokens of one account only', async () => {
  await sandbox.control('POST', '/google/accounts', { email: 'lee@gmail.example' })
  const others = await signIn(sandbox, 'lee@gmail.example', { access_type: 'offline' })
  const tokens = await signIn(sandbox, KIM, { access_type: 'offline' })
  const states = async (given: unknown) => [
    (await userinfo(textAt(given, 'access_token'))).status,
    (await refresh(sandbox, given)).status,
  ]
  await sandbox.control('PUT', `/google/accounts/${KIM}/token`, { expireAccess: true })
  expect(await states(tokens)).toEqual([401, 200])
  await sandbox.control('PUT', `/google/accounts/${KIM}/token`, { revokeRefresh: true })
  expect(await states(tokens)).toEqual([401, 400])
  expect(await states(others)).toEqual([200, 200])
})

test('userinfo returns the claims that the scopes allow, for an hour', async () => {
  const token = async (scope: string) => textAt(await signIn(sandbox, KIM, { scope }), 'access_token')
  const full = await token('openid email profile')
  expect((await userinfo(full)).body).toEqual({
    sub: expect.stringMatching(/^\d{21}$/),
    email: KIM,
    email_verified: true,
    name: 'Kim',
    given_name: 'Kim',
  })
  expect(Object.keys(Object((await userinfo(await token('openid'))).body))).toEqual(['sub'])
  const refused = await userinfo('made-up')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
  await sandbox.control('POST', '/clock', { advance: 'PT1H' })
  expect((await userinfo(full)).status).toBe(401)
})

test('issues an id token without the sign-in page, alone or with an access token', async () => {
  const issue = async (body: unknown) => (await sandbox.control('POST', '/google/id-token', body)).body
  const keys = (await ask(`${sandbox.url}/www.googleapis.com/oauth2/v3/certs`)).text
  const set: JSONWebKeySet = JSON.parse(keys)
  const alone = textAt(await issue({ email: KIM, nonce: 'n-1', audience: 'an-app' }), 'idToken')
  const { payload } = await jwtVerify(alone, createLocalJWKSet(set), { audience: 'an-app', currentDate: startsAt })
  expect(payload).toMatchObject({ email: KIM, nonce: 'n-1', iss: `${sandbox.url}/accounts.google.com` })
  expect(payload).not.toHaveProperty('at_hash')
  const both = await issue({ email: KIM, withAccessToken: true })
  expect(decodeJwt(textAt(both, 'idToken'))).toHaveProperty('at_hash')
  expect((await userinfo(textAt(both, 'accessToken'))).body).toMatchObject({ email: KIM })
})
