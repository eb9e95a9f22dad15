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

describe('the authorize page', () => {
  test('has the scopes, an account field and two buttons, without scripts', async () => {
    const { text, status } = await ask(sandbox.authorizeUrl())
    expect(status).toBe(200)
    for (const part of [
      'name="account"',
      'name="decision" value="accept"',
      'name="decision" value="deny"',
      'Mail.ReadWrite',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('<script')
  })

  test.each([
    'http://localhost:3000/api/microsoft/callback/',
    'http://evil.example/api/microsoft/callback',
    'https://localhost:3000/other',
  ])('shows an error page for the unregistered redirect URI %s', async (redirect_uri) => {
    const answer = await ask(sandbox.authorizeUrl({ redirect_uri }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('AADSTS50011')
    expect(answer.headers.get('location')).toBeNull()
  })

  test('shows an error page for an unknown client', async () => {
    expect((await ask(sandbox.authorizeUrl({ client_id: 'unknown' }))).text).toContain('AADSTS700016')
  })

  test.each(['response_type', 'scope'])('redirects with invalid_request without %s', async (name) => {
    const answer = await ask(sandbox.authorizeUrl({ [name]: undefined }))
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.searchParams.get('error')).toBe('invalid_request')
    expect(target.searchParams.get('state')).toBe('the state')
  })

  test('returns any state unchanged', async () => {
    const state = `${'x'.repeat(2000)}&=%"<>+ ä`
    for (const decision of ['accept', 'deny']) {
      const back = await sandbox.consent(WORK, decision, sandbox.authorizeUrl({ state }))
      expect(new URL(back.headers.get('location') ?? '').searchParams.get('state')).toBe(state)
    }
  })

  test('distinguishes a denied consent from a cancelled account picker', async () => {
    const consent = new URL((await sandbox.consent(WORK, 'deny')).headers.get('location') ?? '').searchParams
    expect(consent.get('error')).toBe('access_denied')
    expect(consent.get('error_description')).toContain('AADSTS65004')
    expect(consent.get('error_subcode')).toBe('cancel')
    const picker = new URL((await sandbox.consent('', 'deny')).headers.get('location') ?? '').searchParams
    expect(picker.get('error_description')).toBe('the user canceled the authentication')
  })

  test('shows that an unknown account does not exist', async () => {
    const answer = await sandbox.consent('unknown@contoso.example', 'accept')
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.text).toContain('unknown@contoso.example')
    expect(answer.text).toContain('exist')
  })

  test('accepts personal accounts under consumers, work accounts under organizations, both under common', async () => {
    const led = async (account: string, tenant: string) =>
      (await sandbox.consent(account, 'accept', sandbox.authorizeUrl({}, tenant))).headers.get('location') !== null
    expect([
      await led(PERSONAL, 'common'),
      await led(PERSONAL, 'consumers'),
      await led(PERSONAL, 'organizations'),
    ]).toEqual([true, true, false])
    expect([await led(WORK, 'common'), await led(WORK, 'consumers'), await led(WORK, 'organizations')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('requires admin consent where the tenant forbids user consent', async () => {
    const me = at(
      (await sandbox.control('POST', '/outlook/mailboxes', { email: 'c@strict.example', kind: 'work', folders: [] }))
        .body,
      'tenantId',
    )
    await sandbox.control('PUT', `/tenants/${String(me)}`, { userConsentForbidden: true })
    const page = await sandbox.consent('c@strict.example', 'accept')
    expect(page.text).toContain('Need admin approval')
    const flow = /name="flow" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await ask(sandbox.authorizeUrl(), {
      method: 'POST',
      body: new URLSearchParams({ flow, decision: 'return' }),
    })
    expect(back.headers.get('location')).toContain('AADSTS90094')
    await sandbox.control('POST', `/tenants/${String(me)}/adminConsent`)
    expect(await codeFor('c@strict.example')).not.toBe('')
  })

  test('prompt=none redirects with an error, or silently with a session and consent', async () => {
    const none = sandbox.authorizeUrl({ prompt: 'none' })
    expect((await ask(none)).headers.get('location')).toContain('login_required')
    const cookie = (await sandbox.consent(WORK, 'accept')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await ask(none, { headers: { cookie } })).headers.get('location')).toContain('code=')
    expect(
      (await ask(sandbox.authorizeUrl({ prompt: undefined }), { headers: { cookie } })).headers.get('location'),
    ).toContain('code=')
    const hinted = (account: string) => sandbox.authorizeUrl({ prompt: undefined, login_hint: account })
    expect((await ask(hinted(WORK), { headers: { cookie } })).headers.get('location')).toContain('code=')
    const other = await ask(hinted(PERSONAL), { headers: { cookie } })
    expect([other.status, other.text]).toEqual([200, expect.stringContaining(PERSONAL)])
    expect((await ask(sandbox.authorizeUrl(), { headers: { cookie } })).status).toBe(200)
    const more = sandbox.authorizeUrl({ prompt: 'none', scope: `${ALL_SCOPES} MailboxSettings.Read` })
    expect((await ask(more, { headers: { cookie } })).headers.get('location')).toContain('consent_required')
  })
})

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
