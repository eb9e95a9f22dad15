import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { clientOf, newUser } from '../../../test/kit/outbox.ts'
import {
  clientWithSession,
  newAccountAt,
  newGoogleAccount,
  newMicrosoftAccount,
  signInWithProvider,
  type ProviderName,
} from '../../../test/kit/providers.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()

const Tokens = z.object({ idToken: z.string(), accessToken: z.string().optional() })
async function tokensOf(provider: ProviderName, email: string, options: Record<string, unknown> = {}) {
  const answer =
    provider === 'google'
      ? await app.control('POST', '/control/google/id-token', { email, ...options })
      : await app.control('POST', `/control/outlook/${email}/id-token`, options)
  return Tokens.parse(answer)
}
const hashOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

async function grant(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=id_token`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const error = await answer.json()
  return { status: answer.status, body: error }
}
const refused = (description: string | RegExp) => ({
  status: 400,
  body: { error: 'invalid request', error_description: expect.stringMatching(description) },
})

describe.each(['google', 'azure'] as const)('%s', (provider) => {
  test('a token with the hash of the nonce returns a session of the resolved account', async () => {
    const email = await newAccountAt[provider](app)
    const { user } = await clientWithSession(app, await signInWithProvider(app, provider, email))
    const { idToken } = await tokensOf(provider, email, { nonce: hashOf('kept by the app') })
    const client = clientOf(app)
    const { data, error } = await client.auth.signInWithIdToken({ provider, token: idToken, nonce: 'kept by the app' })
    expect([error, data.user?.id]).toEqual([null, user.id])
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods).toEqual([
      { method: 'oauth', timestamp: expect.any(Number) },
    ])
  })

  test('refuses a missing nonce, a wrong nonce, and the hash as nonce', async () => {
    const email = await newAccountAt[provider](app)
    const { idToken: withNonce } = await tokensOf(provider, email, { nonce: hashOf('right') })
    const { idToken: without } = await tokensOf(provider, email)
    const ask = (id_token: string, nonce?: string) => grant({ provider, id_token, nonce })
    expect(await ask(withNonce)).toEqual(refused('should either both exist or not'))
    expect(await ask(without, 'x')).toEqual(refused('should either both exist or not'))
    expect(await ask(withNonce, 'wrong')).toEqual(refused('^Nonces mismatch$'))
    expect(await ask(withNonce, hashOf('right'))).toEqual(refused('^Nonces mismatch$'))
    expect((await ask(without)).status).toBe(200)
  })

  test('refuses a token for another client, expired, forged, of another provider, or malformed', async () => {
    const email = await newAccountAt[provider](app)
    const { idToken: foreign } = await tokensOf(provider, email, { audience: 'another-app' })
    expect(await grant({ provider, id_token: foreign })).toEqual(
      refused(/^Unacceptable audience in id_token: \[another-app\]$/),
    )
    const { idToken } = await tokensOf(provider, email)
    const other = provider === 'google' ? 'azure' : 'google'
    const [header = '', claims = '', signature = ''] = idToken.split('.')
    const changed = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const asOther = Buffer.from(JSON.stringify({ ...changed, sub: 'x', oid: 'x' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const { privateKey } = await generateKeyPair('RS256')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const forged = await new SignJWT(changed).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    for (const id_token of [`${header}.${asOther}.${signature}`, `${none}.${claims}.`, forged, 'nonsense', '..']) {
      expect(await grant({ provider, id_token })).toEqual(refused('^Bad ID token$'))
    }
    expect(await grant({ provider: other, id_token: idToken })).toEqual(refused('^Bad ID token$'))
    await app.advance('66 min')
    expect(await grant({ provider, id_token: idToken })).toEqual(refused('^Bad ID token$'))
  })

  test('the issuer may name the provider; it is never fetched', async () => {
    const email = await newAccountAt[provider](app)
    const { idToken } = await tokensOf(provider, email)
    const { iss } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
    const given = { client_id: 'mailroom-sandbox', id_token: idToken }
    expect((await grant({ ...given, issuer: iss })).status).toBe(200)
    const service = provider === 'google' ? 'google' : 'entra'
    const asked = (await requestsTo(app, service)).length
    for (const issuer of [`${app.sandbox.url}/control/requests`, `${iss}.evil.example`, 'https://evil.example']) {
      expect(await grant({ ...given, issuer })).toMatchObject({
        status: 400,
        body: { error_code: 'provider_disabled' },
      })
    }
    expect(await requestsTo(app, service)).toHaveLength(asked)
  })

  test('reports an unavailable provider, not a bad token', async () => {
    const email = await newAccountAt[provider](app)
    const { idToken } = await tokensOf(provider, email)
    await app.faults({ service: provider === 'google' ? 'google' : 'entra', path: '.', status: 500 })
    const { status, body } = await grant({ provider, id_token: idToken })
    await app.control('DELETE', '/control/faults')
    expect([status, body]).toEqual([503, expect.objectContaining({ msg: expect.stringMatching(/cannot be reached/) })])
  })
})

test('a token with at_hash is accepted only with its access token', async () => {
  const email = await newGoogleAccount(app)
  const { idToken, accessToken } = await tokensOf('google', email, { withAccessToken: true })
  expect(await grant({ provider: 'google', id_token: idToken })).toEqual(refused('^Bad ID token$'))
  expect(await grant({ provider: 'google', id_token: idToken, access_token: 'x' })).toEqual(refused('^Bad ID token$'))
  expect((await grant({ provider: 'google', id_token: idToken, access_token: accessToken })).status).toBe(200)
})

test('an unverified address signs no one in', async () => {
  const { email, userId } = await newUser(app)
  await newMicrosoftAccount(app, { email, kind: 'work' })
  const { idToken } = await tokensOf('azure', email)
  const { data, error } = await clientOf(app).auth.signInWithIdToken({ provider: 'azure', token: idToken })
  expect([data.user, error]).toEqual([
    null,
    expect.objectContaining({ code: 'provider_email_needs_verification', status: 422 }),
  ])
  const rows = await app.ctx.db.asAccounts((tx) =>
    tx.selectFrom('auth.identities').select('provider').where('user_id', '=', userId).execute(),
  )
  expect(rows).toEqual([{ provider: 'email' }])
})

describe('link_identity', () => {
  test('links the identity to the signed-in user', async () => {
    const { client, userId } = await newUser(app)
    const email = await newGoogleAccount(app)
    const { idToken } = await tokensOf('google', email)
    await app.advance('1 s')
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', token: idToken })
    expect([error, data.user?.id]).toEqual([null, userId])
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google'])
    expect((await clientOf(app).auth.signInWithIdToken({ provider: 'google', token: idToken })).data.user?.id).toBe(
      userId,
    )
  })

  test('requires a session, and refuses an identity of another account', async () => {
    const email = await newGoogleAccount(app)
    await signInWithProvider(app, 'google', email)
    const { idToken } = await tokensOf('google', email)
    const given = { provider: 'google', id_token: idToken, link_identity: true }
    expect((await grant(given)).body).toMatchObject({ error_code: 'no_authorization' })
    const { session } = await newUser(app)
    const { status, body } = await grant(given, { authorization: `Bearer ${session.access_token}` })
    expect([status, body]).toMatchObject([422, { error_code: 'identity_already_exists' }])
  })
})

test.each([
  [{}, { error_description: 'id_token required' }],
  [{ id_token: 'x' }, { error_description: 'provider or client_id and issuer required' }],
  [{ id_token: 'x', issuer: 'https://accounts.google.com' }, { error_description: /provider or client_id/ }],
  [{ id_token: 'x', provider: 'apple' }, { error_code: 'provider_disabled' }],
  [{ id_token: 'x', provider: 'custom:x' }, { msg: 'Custom OIDC provider "custom:x" not allowed' }],
  [
    { id_token: 'x', client_id: 'y', issuer: 'https://evil.example' },
    { msg: 'Provider (issuer "https://evil.example") is not enabled' },
  ],
])('%j is refused with GoTrue’s error', async (body, expectedError) => {
  const expected = Object.entries(expectedError).map(([name, value]) => [
    name,
    expect.stringMatching(value instanceof RegExp ? value : RegExp.escape(value)),
  ])
  expect(await grant(body)).toMatchObject({ status: 400, body: Object.fromEntries(expected) })
})
