import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, startTestSandbox, type TestSandbox } from '../kit/test-client.ts'
import { accept, authorizeUrl, backOf, redeem } from './test-walk.ts'

const KIM = 'kim@gmail.example'
const DRIVE = 'https://www.googleapis.com/auth/drive.file'
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
  await sandbox.control('POST', '/google/accounts', { email: KIM, name: 'Kim Lee' })
})

const url = (changes: Record<string, string | undefined> = {}) => authorizeUrl(sandbox, changes)
const sessionOf = async () =>
  (await sandbox.consent(KIM, 'accept', url())).headers.get('set-cookie')?.split(';')[0] ?? ''

test('the page has a field for the account and two buttons, names what is asked for, and has no scripts', async () => {
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

describe('Google’s own error page, with nothing sent to the client', () => {
  test.each([
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/auth/v1/callback/' }],
    ['redirect_uri_mismatch', { redirect_uri: 'https://localhost:3000/auth/v1/callback' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/auth/v1/callback?x=1' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost.evil.example/auth/v1/callback' }],
    ['redirect_uri_mismatch', { redirect_uri: 'http://localhost:3000/api/microsoft/callback' }],
    ['invalid_client', { client_id: 'somebody' }],
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

  test('invalid_request for a parameter that comes twice, and no markup from what was sent', async () => {
    expect((await ask(`${url()}&state=again`)).text).toContain('can only have a single value: state')
    const hostile = await ask(url({ redirect_uri: 'http://x/<script>alert(1)</script>' }))
    expect(hostile.text).not.toContain('<script>')
  })
})

test.each(['/auth/v1/callback', '/api/google/callback'])('any loopback port may have %s', async (path) => {
  for (const origin of ['http://localhost:4711', 'http://127.0.0.1:5', 'http://localhost']) {
    const redirect_uri = `${origin}${path}`
    const answer = await sandbox.consent(KIM, 'accept', url({ redirect_uri }))
    expect(answer.headers.get('location')).toContain(`${redirect_uri}?`)
  }
})

test('brings code, scope and the state back, whatever is in it; refusal is access_denied', async () => {
  const state = `${'x'.repeat(2000)}&=%"<>+ ä`
  const back = await accept(sandbox, KIM, { state })
  expect(back.get('code')).toMatch(/^4\//)
  expect(back.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'profile']))
  expect(back.get('state')).toBe(state)
  const refused = backOf(await sandbox.consent(KIM, 'deny', url({ state })))
  expect([refused.get('error'), refused.get('state'), refused.get('code')]).toEqual(['access_denied', state, null])
})

test('the answer comes in the fragment or by a form where that was asked for', async () => {
  const fragment = await sandbox.consent(KIM, 'accept', url({ response_mode: 'fragment' }))
  expect(fragment.headers.get('location')).toMatch(/callback#state=/)
  const form = await sandbox.consent(KIM, 'accept', url({ response_mode: 'form_post' }))
  expect(form.text).toMatch(/<form method="post" action="http:\/\/localhost:3000\/auth\/v1\/callback">/)
  expect(form.text).toContain('name="code"')
})

test('nobody, a stranger and a disabled account stay on the page', async () => {
  await sandbox.control('POST', '/google/accounts', { email: 'off@gmail.example', disabled: true })
  for (const account of ['', 'stranger@gmail.example', 'off@gmail.example']) {
    const answer = await sandbox.consent(account, 'accept', url())
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})

test('an organization’s sign-in takes its own people alone', async () => {
  await sandbox.control('POST', '/google/accounts', { email: 'lee@heron.example', hd: 'heron.example' })
  const led = async (account: string, hd: string) =>
    (await sandbox.consent(account, 'accept', url({ hd }))).headers.get('location') !== null
  expect([await led('lee@heron.example', 'heron.example'), await led('lee@heron.example', '*')]).toEqual([true, true])
  expect([await led(KIM, 'heron.example'), await led(KIM, '*')]).toEqual([false, false])
  expect((await accept(sandbox, 'lee@heron.example')).get('hd')).toBe('heron.example')
})

test('who has consented and is signed in goes on without a page, unless one was asked for or another is meant', async () => {
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

test('with prompt=none it is silent or says what stands in the way', async () => {
  const none = { prompt: 'none' }
  expect(backOf(await ask(url(none))).get('error')).toBe('login_required')
  const headers = { cookie: await sessionOf() }
  expect(backOf(await ask(url(none), { headers })).get('code')).not.toBeNull()
  const more = await ask(url({ ...none, scope: `openid ${DRIVE}` }), { headers })
  expect(backOf(more).get('error')).toBe('interaction_required')
})

test('a right beyond signing in can be left out; sign-in itself cannot; nothing left is a refusal', async () => {
  const walk = async (scope: string, refuse: string) => {
    const page = await ask(url({ scope, redirect_uri: 'http://localhost:3000/api/google/callback' }))
    const flow = /name="flow" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const body = new URLSearchParams({ flow, account: KIM, decision: 'accept', refuse })
    return backOf(await ask(`${sandbox.url}/accounts.google.com/o/oauth2/v2/auth`, { method: 'POST', body }))
  }
  expect((await walk(`openid ${DRIVE}`, DRIVE)).get('scope')).toBe('openid')
  expect((await walk(`openid ${DRIVE}`, 'openid')).get('scope')).toBe(`openid ${DRIVE}`)
  expect((await walk(DRIVE, DRIVE)).get('error')).toBe('access_denied')
})

test('scopes of earlier consents come along only where they were asked for', async () => {
  await accept(sandbox, KIM, { scope: DRIVE })
  const scopesOf = async (include: string) => {
    const back = await accept(sandbox, KIM, { include_granted_scopes: include })
    return JSON.stringify((await redeem(sandbox, back.get('code') ?? '')).body)
  }
  expect(await scopesOf('false')).not.toContain(DRIVE)
  expect(await scopesOf('true')).toContain(DRIVE)
})
