import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask, at, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { accept, CALLBACK, CHALLENGE, redeem, refresh, signIn, token, VERIFIER } from '../../testing/google-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const DRIVE = 'https://www.googleapis.com/auth/drive.file'
const OFFLINE = { access_type: 'offline' }
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM, name: 'Kim van Lee' })
})

const codeFor = async (changes: Record<string, string> = {}) => (await accept(sandbox, KIM, changes)).get('code') ?? ''

async function discovery() {
  return (await ask(`${sandbox.url}/accounts.google.com/.well-known/openid-configuration`)).body
}

async function claimsOf(idToken: string, audience = 'mailroom-sandbox') {
  const document = await discovery()
  const keys = createRemoteJWKSet(new URL(textAt(document, 'jwks_uri')))
  const issuer = textAt(document, 'issuer')
  return (await jwtVerify(idToken, keys, { audience, issuer, algorithms: ['RS256'], currentDate: startsAt })).payload
}

test('discovery lists working addresses', async () => {
  const document = await discovery()
  const host = (name: string) => textAt(document, name).slice(sandbox.url.length)
  expect(host('issuer')).toBe('/accounts.google.com')
  expect(host('authorization_endpoint')).toBe('/accounts.google.com/o/oauth2/v2/auth')
  expect(host('token_endpoint')).toBe('/oauth2.googleapis.com/token')
  expect(host('revocation_endpoint')).toBe('/oauth2.googleapis.com/revoke')
  expect(host('userinfo_endpoint')).toBe('/openidconnect.googleapis.com/v1/userinfo')
  const { body, headers } = await ask(textAt(document, 'jwks_uri'))
  expect(at(body, 'keys.length')).toBe(2)
  expect(body).not.toHaveProperty('keys.0.d')
  expect(headers.get('cache-control')).toContain('max-age')
})

test('exchanges a code for an id token and an access token', async () => {
  const tokens = await signIn(sandbox, KIM, { nonce: 'n-1' })
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3599, access_token: expect.any(String) })
  expect(tokens).not.toHaveProperty('refresh_token')
  const idToken = textAt(tokens, 'id_token')
  const hash = createHash('sha256').update(textAt(tokens, 'access_token')).digest().subarray(0, 16)
  const claims = await claimsOf(idToken)
  expect(claims).toEqual({
    iss: `${sandbox.url}/accounts.google.com`,
    azp: 'mailroom-sandbox',
    aud: 'mailroom-sandbox',
    sub: expect.stringMatching(/^\d{21}$/),
    email: KIM,
    email_verified: true,
    at_hash: hash.toString('base64url'),
    nonce: 'n-1',
    name: 'Kim van Lee',
    given_name: 'Kim',
    family_name: 'van Lee',
    iat: expect.any(Number),
    exp: Number(claims.iat) + 3600,
  })
  expect(decodeProtectedHeader(idToken)).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' })
})

test('the scopes determine the claims; without openid there is no id token', async () => {
  const bare = await claimsOf(textAt(await signIn(sandbox, KIM, { scope: 'openid' }), 'id_token'))
  expect([bare.email, bare.name, bare.nonce]).toEqual([undefined, undefined, undefined])
  expect(await signIn(sandbox, KIM, { scope: 'email' })).not.toHaveProperty('id_token')
})

test('claims have an unverified address and the domain of an organization', async () => {
  await sandbox.control('PATCH', `/google/accounts/${KIM}`, { emailVerified: false, hd: 'heron.example' })
  const claims = await claimsOf(textAt(await signIn(sandbox, KIM), 'id_token'))
  expect(claims).toMatchObject({ email_verified: false, hd: 'heron.example' })
})

describe('a code', () => {
  test('works once', async () => {
    const code = await codeFor()
    expect((await redeem(sandbox, code)).status).toBe(200)
    expect(await redeem(sandbox, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('works for ten minutes', async () => {
    const [early, late] = [await codeFor(), await codeFor()]
    await sandbox.control('POST', '/clock', { advance: 'PT9M' })
    expect((await redeem(sandbox, early)).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'PT1M' })
    expect((await redeem(sandbox, late)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('works only with its redirect URI; a wrong attempt does not consume it', async () => {
    const code = await codeFor()
    const other = await redeem(sandbox, code, { redirect_uri: 'http://localhost:3001/auth/v1/callback' })
    expect(other).toMatchObject({ status: 400, body: { error: 'redirect_uri_mismatch' } })
    expect((await redeem(sandbox, 'made-up')).body).toMatchObject({ error: 'invalid_grant' })
    expect((await redeem(sandbox, code)).status).toBe(200)
  })

  test.each([
    ['S256', CHALLENGE],
    ['plain', VERIFIER],
  ])('requires the verifier of its challenge (%s)', async (code_challenge_method, code_challenge) => {
    const code = await codeFor({ code_challenge, code_challenge_method })
    for (const code_verifier of [
      undefined,
      '',
      'w'.repeat(64),
      'short',
      CHALLENGE === code_challenge ? CHALLENGE : 'x',
    ])
      expect((await redeem(sandbox, code, { code_verifier })).body).toMatchObject({ error: 'invalid_grant' })
    expect((await redeem(sandbox, code, { code_verifier: VERIFIER })).status).toBe(200)
    const free = await codeFor()
    expect((await redeem(sandbox, free, { code_verifier: VERIFIER })).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('the client', () => {
  test('sends its secret in the form or in Basic authentication', async () => {
    const wrong = { grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK }
    expect(await token(sandbox, { ...wrong, client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect((await token(sandbox, { ...wrong, client_id: 'unknown' })).status).toBe(401)
    expect((await token(sandbox, { ...wrong, client_secret: undefined })).body).toMatchObject({
      error: 'invalid_request',
    })
    const form = { ...wrong, code: await codeFor(), client_id: undefined, client_secret: undefined }
    const basic = (secret: string) => ({ authorization: `Basic ${btoa(`mailroom-sandbox:${secret}`)}` })
    expect((await token(sandbox, form, basic('wrong'))).status).toBe(401)
    expect((await token(sandbox, form, basic('mailroom-sandbox-secret'))).status).toBe(200)
  })

  test.each([
    ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no grant', { grant_type: undefined }, 'unsupported_grant_type'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['no address', { redirect_uri: undefined }, 'invalid_request'],
    ['a field that does not belong there', { access_type: 'offline' }, 'invalid_request'],
  ])('is refused with %s', async (_what, changes, error) => {
    expect(await redeem(sandbox, await codeFor(), changes)).toMatchObject({ status: 400, body: { error } })
  })

  test('sends a form', async () => {
    const body = JSON.stringify({ grant_type: 'authorization_code', code: await codeFor() })
    const headers = { 'content-type': 'application/json' }
    const answer = await ask(`${sandbox.url}/oauth2.googleapis.com/token`, { method: 'POST', body, headers })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('a refresh token', () => {
  test('is issued with the first consent and with prompt=consent, and only for offline access', async () => {
    const has = async (changes: Record<string, string>) =>
      'refresh_token' in Object(await signIn(sandbox, KIM, changes))
    expect(await has(OFFLINE)).toBe(true)
    expect(await has(OFFLINE)).toBe(false)
    expect(await has({ ...OFFLINE, prompt: 'consent' })).toBe(true)
    expect(await has({ prompt: 'consent' })).toBe(false)
    expect(await has({ ...OFFLINE, scope: `openid ${DRIVE}` })).toBe(true)
  })

  test('stays the same, and the id token of a refresh has no nonce', async () => {
    const tokens = await signIn(sandbox, KIM, { ...OFFLINE, nonce: 'n-1' })
    const { status, body } = await refresh(sandbox, tokens)
    expect([status, at(body, 'expires_in')]).toEqual([200, 3599])
    expect(body).not.toHaveProperty('refresh_token')
    expect(await claimsOf(textAt(body, 'id_token'))).not.toHaveProperty('nonce')
    expect((await refresh(sandbox, tokens, { scope: DRIVE })).body).toMatchObject({ error: 'invalid_scope' })
  })

  test('expires after six months without use, or after a week for an app in testing', async () => {
    const used = await signIn(sandbox, KIM, OFFLINE)
    const resting = await signIn(sandbox, KIM, { ...OFFLINE, prompt: 'consent' })
    await sandbox.control('PUT', '/config', { googleApp: 'testing' })
    const short = await signIn(sandbox, KIM, { ...OFFLINE, scope: DRIVE })
    await sandbox.control('POST', '/clock', { advance: 'P6D' })
    expect((await refresh(sandbox, short)).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'P2D' })
    expect((await refresh(sandbox, short)).body).toMatchObject({ error: 'invalid_grant' })
    await sandbox.control('POST', '/clock', { advance: 'P170D' })
    expect((await refresh(sandbox, used)).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'P20D' })
    expect((await refresh(sandbox, used)).status).toBe(200)
    expect((await refresh(sandbox, resting)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('ends when there are a hundred newer ones', async () => {
    const all: unknown[] = []
    for (let count = 0; count < 101; count++) all.push(await signIn(sandbox, KIM, { ...OFFLINE, prompt: 'consent' }))
    expect((await refresh(sandbox, all[0])).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(sandbox, all[1])).status).toBe(200)
  })

  test.each(['access_token', 'refresh_token'])('ends with the grant when its %s is revoked', async (name) => {
    const tokens = await signIn(sandbox, KIM, OFFLINE)
    const revoke = () =>
      ask(`${sandbox.url}/oauth2.googleapis.com/revoke?token=${encodeURIComponent(textAt(tokens, name))}`, {
        method: 'POST',
      })
    expect((await revoke()).status).toBe(200)
    expect(await revoke()).toMatchObject({ status: 400, body: { error: 'invalid_token' } })
    expect((await refresh(sandbox, tokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await signIn(sandbox, KIM, OFFLINE)).toHaveProperty('refresh_token')
  })
})

test('the journal contains no credentials, and faults apply', async () => {
  const tokens = await signIn(sandbox, KIM, OFFLINE)
  const body = new URLSearchParams({ token: textAt(tokens, 'refresh_token') })
  await sandbox.control('PUT', '/faults', [{ service: 'google', path: '/revoke', status: 503, times: 1 }])
  const revoke = () => ask(`${sandbox.url}/oauth2.googleapis.com/revoke`, { method: 'POST', body })
  expect(await revoke()).toMatchObject({ status: 503, body: { error: 'internal_failure' } })
  expect((await revoke()).status).toBe(200)
  const journal = (await sandbox.control('GET', '/requests?service=google')).text
  for (const name of ['access_token', 'refresh_token', 'id_token']) expect(journal).not.toContain(textAt(tokens, name))
  expect(journal).not.toContain('mailroom-sandbox-secret')
  expect(journal).toContain('/oauth2.googleapis.com/token')
})
