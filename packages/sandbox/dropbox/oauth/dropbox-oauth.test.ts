import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, startTestSandbox, textAt, type TestSandbox } from '../../testing/sandbox-client.ts'
import {
  accept,
  authorizeUrl,
  backOf,
  CALLBACK,
  clientWith,
  connect,
  redeem,
  refresh,
  token,
  VERIFIER,
} from '../../testing/dropbox-client.ts'

const ALICE = 'alice@firm.example'
let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
  await sandbox.control('POST', '/dropbox/accounts', { email: ALICE, name: 'Alice Verne' })
})
afterEach(() => sandbox[Symbol.asyncDispose]())

describe('the consent page', () => {
  test('lists the scopes, and redirects with a code and the unchanged state', async () => {
    const state = 'a b+c/%20&=é'
    const page = await ask(authorizeUrl(sandbox, { state }))
    expect(page.text).toContain('View content of your Dropbox files and folders')
    expect(page.text).not.toContain('<script')
    const back = await accept(sandbox, ALICE, { state })
    expect(back.get('state')).toBe(state)
    expect(back.get('code')).toMatch(/^.{20,}$/)
  })

  test('redirects with access_denied when the user cancels', async () => {
    const back = backOf(await sandbox.consent(ALICE, 'deny', authorizeUrl(sandbox)))
    expect(Object.fromEntries(back)).toEqual({
      error: 'access_denied',
      error_description: 'The user chose not to give your app access to their Dropbox account.',
      state: 'the state',
    })
  })

  test.each([
    [{ client_id: 'unknown' }, 'Invalid client_id'],
    [{ redirect_uri: 'http://localhost:3000/api/dropbox/callback/' }, 'Invalid redirect_uri'],
    [{ redirect_uri: 'https://elsewhere.example/api/dropbox/callback' }, 'Invalid redirect_uri'],
    [{ response_type: 'token' }, 'Invalid response_type'],
    [{ token_access_type: 'forever' }, 'Invalid token_access_type'],
    [{ scope: 'account_info.read files.delete' }, 'has not been granted: files.delete'],
    [{ code_challenge: 'short' }, 'Invalid code_challenge'],
    [{ code_challenge_method: 'S512' }, 'Invalid code_challenge_method'],
    [{ acces_type: 'offline' }, 'Unknown parameter'],
  ])('shows an error page without a redirect for %j', async (changes, problem) => {
    const page = await ask(authorizeUrl(sandbox, changes))
    expect(page.status).toBe(400)
    expect(page.text).toContain(problem)
    expect(page.headers.get('location')).toBeNull()
  })

  test('shows an unknown or suspended account as a problem on the page', async () => {
    const unknown = await sandbox.consent('unknown@firm.example', 'accept', authorizeUrl(sandbox))
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('There is no Dropbox account')])
    await sandbox.control('PATCH', `/dropbox/accounts/${ALICE}`, { suspended: true })
    const suspended = await sandbox.consent(ALICE, 'accept', authorizeUrl(sandbox))
    expect([suspended.status, suspended.text]).toEqual([400, expect.stringContaining('suspended')])
  })
})

describe('tokens', () => {
  test('expire after four hours, and are refreshed without a new refresh token', async () => {
    const client = await connect(sandbox, ALICE)
    expect(client.tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 14_400,
      refresh_token: expect.any(String),
      scope: 'account_info.read files.metadata.read files.content.read files.content.write',
      uid: expect.stringMatching(/^\d+$/),
      account_id: expect.stringMatching(/^dbid:.{35}$/),
    })
    await sandbox.control('POST', '/clock', { advance: 'PT3H59M' })
    expect((await client.rpc('users/get_current_account')).status).toBe(200)
    await sandbox.control('POST', '/clock', { advance: 'PT2M' })
    const expired = await client.rpc('users/get_current_account')
    expect([expired.status, expired.body]).toEqual([
      401,
      {
        error_summary: expect.stringMatching(/^expired_access_token\/\.*$/),
        error: { '.tag': 'expired_access_token' },
      },
    ])
    const fresh = await refresh(sandbox, client.tokens)
    expect(fresh.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 14_400 })
    expect((await clientWith(sandbox, fresh.body).rpc('users/get_current_account')).status).toBe(200)
  })

  test('include no refresh token without token_access_type=offline', async () => {
    const { tokens } = await connect(sandbox, ALICE, { token_access_type: undefined })
    expect(tokens).not.toHaveProperty('refresh_token')
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(64) }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: `${CALLBACK}/` }, 'invalid_grant'],
    ['another code', { code: 'made-up' }, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['an unknown field', { audience: 'x' }, 'invalid_request'],
  ])('refuses %s', async (_, changes, error) => {
    const code = (await accept(sandbox, ALICE)).get('code') ?? ''
    const answer = await redeem(sandbox, code, changes)
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }])
  })

  test('a code works once, within ten minutes', async () => {
    const code = (await accept(sandbox, ALICE)).get('code') ?? ''
    expect((await redeem(sandbox, code)).status).toBe(200)
    expect((await redeem(sandbox, code)).body).toMatchObject({ error: 'invalid_grant' })
    const late = (await accept(sandbox, ALICE)).get('code') ?? ''
    await sandbox.control('POST', '/clock', { advance: 'PT11M' })
    expect((await redeem(sandbox, late)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: "code doesn't exist or has expired",
    })
  })

  test('accepts secrets in the address, and the journal shows that they were there', async () => {
    const code = (await accept(sandbox, ALICE)).get('code') ?? ''
    const fields = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      client_id: 'mailroom-sandbox',
      client_secret: 'mailroom-sandbox-secret',
    })
    const answer = await ask(`${sandbox.url}/api.dropboxapi.com/oauth2/token?${fields}`, { method: 'POST' })
    expect(answer.status).toBe(200)
    const journal = await sandbox.control('GET', '/requests?service=dropbox')
    expect(textAt(journal.body, '2.url')).toContain('client_secret=')
    for (const secret of [code, VERIFIER, 'mailroom-sandbox-secret', textAt(answer.body, 'access_token')]) {
      expect(journal.text).not.toContain(secret)
    }
  })

  test('accepts the secret of the client in Basic authentication', async () => {
    const code = (await accept(sandbox, ALICE)).get('code') ?? ''
    const authorization = `Basic ${Buffer.from('mailroom-sandbox:mailroom-sandbox-secret').toString('base64')}`
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
    const answer = await token(sandbox, { ...form, client_id: undefined, client_secret: undefined }, { authorization })
    expect(answer.status).toBe(200)
  })

  test('revoking a token ends its grant, and no other', async () => {
    const client = await connect(sandbox, ALICE)
    const sister = clientWith(sandbox, (await refresh(sandbox, client.tokens)).body)
    const other = await connect(sandbox, ALICE)
    const revoked = await client.rpc('auth/token/revoke')
    expect([revoked.status, revoked.body]).toEqual([200, null])
    for (const each of [client, sister]) {
      const answer = await each.rpc('users/get_current_account')
      expect([answer.status, answer.body]).toMatchObject([401, { error: { '.tag': 'invalid_access_token' } }])
    }
    expect((await refresh(sandbox, client.tokens)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await other.rpc('users/get_current_account')).status).toBe(200)
  })
})

describe('a call', () => {
  test('is refused with plain text without a token, and with a tag for an unknown one', async () => {
    const url = `${sandbox.url}/api.dropboxapi.com/2/users/get_current_account`
    const without = await ask(url, { method: 'POST' })
    expect([without.status, without.body]).toEqual([401, null])
    const unknown = await ask(url, { method: 'POST', headers: { authorization: 'Bearer made-up' } })
    expect(unknown.body).toMatchObject({ error: { '.tag': 'invalid_access_token' } })
  })

  test('needs the scope of its route', async () => {
    const client = await connect(sandbox, ALICE, { scope: 'account_info.read' })
    const answer = await client.upload('files/upload', { path: '/a.txt' }, 'a')
    expect([answer.status, answer.body]).toEqual([
      401,
      {
        error_summary: expect.stringMatching(/^missing_scope\/\.*$/),
        error: { '.tag': 'missing_scope', required_scope: 'files.content.write' },
      },
    ])
  })

  test('is refused for a suspended account', async () => {
    const client = await connect(sandbox, ALICE)
    await sandbox.control('PATCH', `/dropbox/accounts/${ALICE}`, { suspended: true })
    expect((await client.rpc('users/get_current_account')).body).toMatchObject({ error: { '.tag': 'user_suspended' } })
  })

  test('is refused after the user disconnects the app, and with an expired token', async () => {
    const client = await connect(sandbox, ALICE)
    await sandbox.control('PUT', `/dropbox/accounts/${ALICE}/token`, { expireAccess: true })
    expect((await client.rpc('users/get_current_account')).body).toMatchObject({
      error: { '.tag': 'expired_access_token' },
    })
    const again = clientWith(sandbox, (await refresh(sandbox, client.tokens)).body)
    await sandbox.control('DELETE', `/dropbox/accounts/${ALICE}/grant`)
    expect((await again.rpc('users/get_current_account')).body).toMatchObject({
      error: { '.tag': 'invalid_access_token' },
    })
    expect((await refresh(sandbox, client.tokens)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('returns the account', async () => {
    const { body } = await (await connect(sandbox, ALICE)).rpc('users/get_current_account', null)
    expect(body).toMatchObject({
      email: ALICE,
      email_verified: true,
      name: { given_name: 'Alice', surname: 'Verne', display_name: 'Alice Verne' },
      account_id: expect.stringMatching(/^dbid:.{35}$/),
      account_type: { '.tag': 'basic' },
    })
  })
})
