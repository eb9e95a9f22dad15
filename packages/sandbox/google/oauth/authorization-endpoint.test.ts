import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../testing/sandbox-client.ts'
import { accept, authorizeUrl, backOf, redeem } from '../../testing/google-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const DRIVE = 'https://www.googleapis.com/auth/drive.file'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM, name: 'Kim Lee' })
})

const url = (changes: Record<string, string | undefined> = {}) => authorizeUrl(sandbox, changes)
const sessionOf = async () =>
  (await sandbox.consent(KIM, 'accept', url())).headers.get('set-cookie')?.split(';')[0] ?? ''

test('the page has an account field, two buttons and the scopes, and no scripts', async () => {
  const { text, status } = await ask(url({ login_hint: KIM }))
  expect(status).toBe(200)
  for (const part of [
    'name="account"',
    'name="decision" value="accept"',
    'name="decision" value="deny"',
    `value="${KIM}"`,
  ])
    expect(text).toContain(part)
  expect(text).toContain('See your primary Google Account email address')
  expect(text).not.toContain('<script')
})

describe('Google’s own error page, without a redirect', () => {
  test.each([
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/auth/v1/callback/' }],
    ['redirect_uri_mismatch', { redirect_uri: 'https://localhost:3000/auth/v1/callback' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/auth/v1/callback?x=1' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost.evil.example/auth/v1/callback' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/api/microsoft/callback' }],
    ['invalid_client', { client_id: 'unknown' }],
    ['invalid_request', { client_id: undefined }],
    ['invalid_request', { redirect_uri: undefined }],
    ['invalid_request', { response_type: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { scope: ' ' }],
    ['invalid_scope', { scope: 'openid mail.read' }],
    ['invalid_request', { prompt: 'login' }],
    ['invalid_request', { prompt: 'none consent' }],
    ['invalid_request', { access_type: 'forever' }],
    ['invalid_request', { include_granted_scopes: 'yes' }],
    ['invalid_request', { response_mode: 'web' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }],
    ['invalid_request', { code_challenge_method: 'S256' }],
    ['invalid_request', { client_secret: 'shown' }],
    ['invalid_request', { made_up: 'x' }],
  ])('%s for %j', async (error, changes) => {
    const answer = await ask(url(changes))
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(new RegExp(`Error 40[01]: ${error}<`))
    expect(answer.headers.get('location')).toBeNull()
  })

  test('invalid_request for a repeated parameter; parameters are escaped', async () => {
    expect((await ask(`${url()}&state=again`)).text).toContain('can only have a single value: state')
    const hostile = await ask(url({ redirect_uri: 'http://x/<script>alert(1)</script>' }))
    expect(hostile.text).not.toContain('<script>')
  })
})

test.each(['/auth/v1/callback', '/api/google/callback'])('accepts %s on any loopback port', async (path) => {
  for (const origin of ['http://localhost:4711', 'http://127.0.0.1:5', 'http://localhost']) {
    const redirect_uri = `${origin}${path}`
    const answer = await sandbox.consent(KIM, 'accept', url({ redirect_uri }))
    expect(answer.headers.get('location')).toContain(`${redirect_uri}?`)
  }
})

test('redirects with code, scope and the unchanged state, or with access_denied', async () => {
  const state = `${'x'.repeat(2000)}&=%"<>+ ä`
  const back = await accept(sandbox, KIM, { state })
  expect(back.get('code')).toMatch(/^4\//)
  expect(back.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'profile']))
  expect(back.get('state')).toBe(state)
  const refused = backOf(await sandbox.consent(KIM, 'deny', url({ state })))
  expect([refused.get('error'), refused.get('state'), refused.get('code')]).toEqual(['access_denied', state, null])
})

test('supports the response modes fragment and form_post', async () => {
  const fragment = await sandbox.consent(KIM, 'accept', url({ response_mode: 'fragment' }))
  expect(fragment.headers.get('location')).toMatch(/callback#state=/)
  const form = await sandbox.consent(KIM, 'accept', url({ response_mode: 'form_post' }))
  expect(form.text).toMatch(/<form method="post" action="http:\/\/localhost:3000\/auth\/v1\/callback">/)
  expect(form.text).toContain('name="code"')
})

test('shows the page again for no account, an unknown one and a disabled one', async () => {
  await sandbox.control('POST', '/google/accounts', { email: 'off@gmail.example', disabled: true })
  for (const account of ['', 'unknown@gmail.example', 'off@gmail.example']) {
    const answer = await sandbox.consent(account, 'accept', url())
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})

test('`hd` accepts only accounts of the organization', async () => {
  await sandbox.control('POST', '/google/accounts', { email: 'lee@heron.example', hd: 'heron.example' })
  const led = async (account: string, hd: string) =>
    (await sandbox.consent(account, 'accept', url({ hd }))).headers.get('location') !== null
  expect([await led('lee@heron.example', 'heron.example'), await led('lee@heron.example', '*')]).toEqual([true, true])
  expect([await led(KIM, 'heron.example'), await led(KIM, '*')]).toEqual([false, false])
  expect((await accept(sandbox, 'lee@heron.example')).get('hd')).toBe('heron.example')
})

test('skips the page in a session with consent, unless the request needs one', async () => {
  const cookie = await sessionOf()
  const open = (changes: Record<string, string> = {}) => ask(url(changes), { headers: { cookie } })
  expect((await open()).headers.get('location')).toContain('code=')
  expect((await open({ login_hint: KIM })).headers.get('location')).toContain('code=')
  for (const changes of [
    { prompt: 'consent' },
    { prompt: 'select_account' },
    { prompt: 'consent select_account' },
    { login_hint: 'other@gmail.example' },
    { scope: `openid ${DRIVE}` },
  ])
    expect((await open(changes)).status).toBe(200)
})

test('prompt=none signs in silently or redirects with an error', async () => {
  const none = { prompt: 'none' }
  expect(backOf(await ask(url(none))).get('error')).toBe('login_required')
  const headers = { cookie: await sessionOf() }
  expect(backOf(await ask(url(none), { headers })).get('code')).not.toBeNull()
  const more = await ask(url({ ...none, scope: `openid ${DRIVE}` }), { headers })
  expect(backOf(more).get('error')).toBe('interaction_required')
})

test('scopes beyond sign-in can be refused; refusing all is access_denied', async () => {
  const consent = async (scope: string, refuse: string) => {
    const page = await ask(url({ scope, redirect_uri: 'http://localhost:3000/api/google/callback' }))
    const flow = /name="flow" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const body = new URLSearchParams({ flow, account: KIM, decision: 'accept', refuse })
    return backOf(await ask(`${sandbox.url}/accounts.google.com/o/oauth2/v2/auth`, { method: 'POST', body }))
  }
  expect((await consent(`openid ${DRIVE}`, DRIVE)).get('scope')).toBe('openid')
  expect((await consent(`openid ${DRIVE}`, 'openid')).get('scope')).toBe(`openid ${DRIVE}`)
  expect((await consent(DRIVE, DRIVE)).get('error')).toBe('access_denied')
})

test('includes scopes of earlier consents only with include_granted_scopes', async () => {
  await accept(sandbox, KIM, { scope: DRIVE })
  const scopesOf = async (include: string) => {
    const back = await accept(sandbox, KIM, { include_granted_scopes: include })
    return JSON.stringify((await redeem(sandbox, back.get('code') ?? '')).body)
  }
  expect(await scopesOf('false')).not.toContain(DRIVE)
  expect(await scopesOf('true')).toContain(DRIVE)
})
