import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_SCOPES, ask, at, CALLBACK, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const WORK = 'anna@contoso.example'
const PERSONAL = 'ben@outlook.example'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', { email: WORK, kind: 'work', folders: [] })
  await sandbox.control('POST', '/outlook/mailboxes', { email: PERSONAL, kind: 'personal', folders: [] })
})

async function codeFor(account: string, changes: Record<string, string | undefined> = {}, tenant = 'common') {
  const back = await sandbox.consent(account, 'accept', sandbox.authorizeUrl(changes, tenant))
  return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

async function tokensFor(account: string, scope = ALL_SCOPES) {
  const answer = await sandbox.token({
    grant_type: 'authorization_code',
    code: await codeFor(account, { scope }),
    redirect_uri: CALLBACK,
  })
  expect(answer.status).toBe(200)
  return answer.body
}

const refresh = (tokens: unknown, more: Record<string, string> = {}) =>
  sandbox.token({ grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token'), ...more })

describe('the token endpoint', () => {
  test('exchanges a code for tokens, with an id token that verifies', async () => {
    const code = await codeFor(WORK, { nonce: 'n-1' })
    const { body } = await sandbox.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      refresh_token: expect.any(String),
    })
    expect(at(body, 'expires_in')).toBeGreaterThanOrEqual(3600)
    expect(at(body, 'expires_in')).toBeLessThanOrEqual(5400)
    const base = `${sandbox.url}/login.microsoftonline.com/common`
    const discovery = (await ask(`${base}/v2.0/.well-known/openid-configuration`)).body
    expect(at(discovery, 'issuer')).toContain('{tenantid}')
    expect(discovery).not.toHaveProperty('revocation_endpoint')
    const keys = createRemoteJWKSet(new URL(textAt(discovery, 'jwks_uri')))
    const { payload } = await jwtVerify(textAt(body, 'id_token'), keys, {
      audience: 'mailroom-sandbox',
      currentDate: startsAt,
    })
    expect(payload).toMatchObject({ nonce: 'n-1', preferred_username: WORK, email: WORK })
    expect(payload.iss).toContain(String(payload.tid))
  })

  test('issues no refresh token without offline_access and no id token without openid', async () => {
    const tokens = await tokensFor(WORK, 'Mail.Read User.Read')
    expect(tokens).not.toHaveProperty('refresh_token')
    expect(tokens).not.toHaveProperty('id_token')
    expect(at(tokens, 'scope')).toBe('Mail.Read User.Read')
  })

  test('issues JWT-like access tokens to work accounts, or opaque ones with accessTokenLayout', async () => {
    const parts = async () => textAt(await tokensFor(WORK), 'access_token').split('.').length
    expect(await parts()).toBe(3)
    await sandbox.control('PUT', '/config', { accessTokenLayout: 'opaque' })
    expect(await parts()).toBe(1)
  })

  test('issues opaque access tokens to personal accounts, in their common tenant', async () => {
    const tokens = await tokensFor(PERSONAL)
    expect(textAt(tokens, 'access_token').split('.')).toHaveLength(1)
    const claims: unknown = JSON.parse(
      Buffer.from(textAt(tokens, 'id_token').split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(at(claims, 'tid')).toBe('9188040d-6c67-4c5b-b112-36a304b66dad')
  })

  test('accepts a code once, within ten minutes, with its redirect URI and tenant', async () => {
    const redeem = (code: string, more: Record<string, string> = {}, tenant?: string) =>
      sandbox.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }, tenant)
    const first = await codeFor(WORK)
    expect((await redeem(first, { redirect_uri: 'http://localhost:4000/api/microsoft/callback' })).body).toMatchObject({
      error: 'invalid_grant',
    })
    expect((await redeem(first, {}, 'organizations')).body).toMatchObject({ error_codes: [700005] })
    expect((await redeem(first)).status).toBe(200)
    expect((await redeem(first)).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] })
    const late = await codeFor(WORK)
    await sandbox.control('POST', '/clock', { advance: 'PT11M' })
    expect((await redeem(late)).body).toMatchObject({ error: 'invalid_grant', error_codes: [70008] })
  })

  test('requires the verifier of the PKCE challenge', async () => {
    const verifier = 'v'.repeat(50)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const redeem = async (method: string, value: string, given: string | undefined) => {
      const code = await codeFor(WORK, { code_challenge: value, code_challenge_method: method })
      return sandbox.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: given })
    }
    expect((await redeem('S256', challenge, verifier)).status).toBe(200)
    expect((await redeem('plain', verifier, verifier)).status).toBe(200)
    expect((await redeem('S256', challenge, 'w'.repeat(50))).body).toMatchObject({ error_codes: [501481] })
    expect((await redeem('S256', challenge, undefined)).body).toMatchObject({ error_codes: [501481] })
    expect((await redeem('S256', challenge, 'short')).body).toMatchObject({
      error: 'invalid_request',
      error_codes: [50147],
    })
  })

  test('requires the secret, in the form or in Basic authentication', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect(await sandbox.token({ ...form, client_secret: undefined })).toMatchObject({
      status: 401,
      body: { error_codes: [7000218] },
    })
    expect(await sandbox.token({ ...form, client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error_codes: [7000215] },
    })
    await sandbox.control('PUT', '/config', { clientSecretState: 'expired' })
    expect(await sandbox.token(form)).toMatchObject({ status: 401, body: { error_codes: [7000222] } })
    await sandbox.control('PUT', '/config', { clientSecretState: 'valid' })
    const authorization = `Basic ${Buffer.from('mailroom-sandbox:mailroom-sandbox-secret').toString('base64')}`
    const body = new URLSearchParams({ ...form, refresh_token: textAt(await tokensFor(WORK), 'refresh_token') })
    const answer = await ask(`${sandbox.url}/login.microsoftonline.com/common/oauth2/v2.0/token`, {
      method: 'POST',
      body,
      headers: { authorization },
    })
    expect(answer.status).toBe(200)
  })

  test('redeems codes of a single-page application in a browser only, for one day', async () => {
    const spa = { client_id: 'mailroom-sandbox-spa', client_secret: undefined }
    const verifier = 'v'.repeat(50)
    const code = () => codeFor(WORK, { ...spa, code_challenge: verifier })
    const form = async () => ({ ...spa, grant_type: 'authorization_code', redirect_uri: CALLBACK, code: await code() })
    const fromBrowser = (fields: Record<string, string | undefined>) =>
      sandbox.token(fields, 'common', 'https://a.example')
    expect((await sandbox.token(await form())).body).toMatchObject({ error_codes: [9002327] })
    expect((await fromBrowser({ ...(await form()), client_secret: 'x' })).body).toMatchObject({ error_codes: [700025] })
    const withoutProof = { ...(await form()), code: await codeFor(WORK, spa) }
    expect((await fromBrowser(withoutProof)).body).toMatchObject({ error_codes: [9002325] })
    const { body } = await fromBrowser({ ...(await form()), code_verifier: verifier })
    const again = { ...spa, grant_type: 'refresh_token', refresh_token: textAt(body, 'refresh_token') }
    await sandbox.control('POST', '/clock', { advance: 'PT23H' })
    const { body: second } = await fromBrowser(again)
    await sandbox.control('POST', '/clock', { advance: 'PT2H' })
    const late = { ...again, refresh_token: textAt(second, 'refresh_token') }
    expect((await fromBrowser(late)).body).toMatchObject({ error: 'invalid_grant', error_codes: [700084] })
    const webApp = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect((await fromBrowser(webApp)).body).toMatchObject({ error_codes: [9002326] })
  })

  test('issues a new refresh token each time; each one works for ninety days', async () => {
    const tokens = await tokensFor(WORK)
    const second = await refresh(tokens)
    expect(at(second.body, 'refresh_token')).not.toBe(at(tokens, 'refresh_token'))
    expect((await refresh(tokens)).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'P89D' })
    const third = (await refresh(second.body)).body
    await sandbox.control('POST', '/clock', { advance: 'P2D' })
    expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant', error_codes: [700082] })
    expect((await refresh(third)).status).toBe(200)
  })

  test('with refreshTokenGraceMs a used refresh token works only for that time', async () => {
    await sandbox.control('PUT', '/config', { refreshTokenGraceMs: 10_000 })
    const tokens = await tokensFor(WORK)
    await refresh(tokens)
    expect((await refresh(tokens)).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'PT11S' })
    expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant', error_codes: [700082] })
  })

  test('refuses a scope that was not granted and scopes of two resources', async () => {
    const tokens = await tokensFor(WORK, 'openid offline_access Mail.Read')
    expect((await refresh(tokens, { scope: 'Mail.Send' })).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [65001],
    })
    await sandbox.control('PUT', '/config', { refusedScopeError: 'consent_required' })
    expect((await refresh(tokens, { scope: 'Mail.Send' })).body).toMatchObject({ error: 'consent_required' })
    expect((await refresh(tokens, { scope: 'https://other.example/x Mail.Read' })).body).toMatchObject({
      error: 'invalid_scope',
      error_codes: [70011],
    })
  })

  test.each([
    ['consent', 65001],
    ['sessions', 50173],
    ['mfa', 50076],
    ['blocked', 53003],
  ])('after the end of the grant (%s) refreshing fails and the access token still works', async (ended, number) => {
    const client = await sandbox.signIn(WORK)
    const personal = await tokensFor(PERSONAL)
    await sandbox.control('PUT', `/outlook/${WORK}/grant`, { ended })
    await sandbox.control('PUT', `/outlook/${PERSONAL}/grant`, { ended })
    expect((await refresh(client.tokens)).body).toMatchObject({ error_codes: [number] })
    expect((await refresh(personal)).body).toMatchObject({ error: 'invalid_grant', error_codes: [70000] })
    expect((await client.get('/me')).status).toBe(200)
    await sandbox.control('PUT', '/config', { continuousAccessEvaluation: true })
    const challenged = await client.get('/me')
    expect(challenged.status).toBe(401)
    expect(challenged.headers.get('www-authenticate')).toContain('insufficient_claims')
  })

  test('control calls expire and revoke tokens; a new sign-in works', async () => {
    const client = await sandbox.signIn(WORK)
    await sandbox.control('PUT', `/outlook/${WORK}/token`, { expireAccess: true, revokeRefresh: true })
    expect((await client.get('/me')).status).toBe(401)
    expect((await refresh(client.tokens)).body).toMatchObject({ error: 'invalid_grant', error_codes: [50173] })
    const again = await sandbox.signIn(WORK)
    expect((await again.get('/me')).status).toBe(200)
    expect((await refresh(again.tokens)).status).toBe(200)
  })

  test('errors have all fields', async () => {
    const { body } = await sandbox.token({ grant_type: 'refresh_token', refresh_token: 'nothing' })
    expect(body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^AADSTS70000: /),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/),
      trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      correlation_id: expect.any(String),
    })
  })

  test('refuses a client that repeats the same request too often', async () => {
    await sandbox.control('PUT', '/config', { sameTokenRequestLimit: 3 })
    const answers = []
    for (let turn = 0; turn < 4; turn++)
      answers.push(at((await refresh({ refresh_token: 'same' })).body, 'error_codes.0'))
    expect(answers).toEqual([70000, 70000, 70000, 50196])
  })

  test('has no revocation endpoint', async () => {
    expect(
      (await ask(`${sandbox.url}/login.microsoftonline.com/common/oauth2/v2.0/revoke`, { method: 'POST' })).status,
    ).toBe(404)
  })

  test('grants fewer scopes where an admin limits them', async () => {
    await sandbox.control('POST', '/outlook/mailboxes', {
      email: 'd@contoso.example',
      kind: 'work',
      folders: [],
      grantableScopes: ['User.Read', 'Mail.Read'],
    })
    expect(at(await tokensFor('d@contoso.example'), 'scope')).toBe('openid profile email User.Read Mail.Read')
  })

  test('the journal contains no secrets', async () => {
    const tokens = await tokensFor(WORK)
    await refresh(tokens)
    const journal = (await sandbox.control('GET', '/requests?service=entra')).text
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      expect(journal).not.toContain(textAt(tokens, name))
    expect(journal).not.toContain('mailroom-sandbox-secret')
    expect(journal).toContain('oauth2/v2.0/token')
  })
})
