import { beforeEach, expect, test } from 'vitest'
import { type Answer, ask, at, listAt, sendJson, textAt } from '../testing/sandbox-client.ts'
import { sandboxOfFile } from '../testing/sandbox-of-file.ts'

const ANNA = 'anna@contoso.example'
const CALLBACK = 'http://localhost:3000/api/teamleader/callback'
const APP = { client_id: 'mailroom-sandbox', client_secret: 'mailroom-sandbox-secret' }
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/teamleader/accounts', { email: ANNA })
})

function authorizeUrl(changes: Record<string, string> = {}) {
  const defaults = { client_id: APP.client_id, response_type: 'code', redirect_uri: CALLBACK, state: 'a&b ä' }
  return `${sandbox.url}/focus.teamleader.eu/oauth2/authorize?${new URLSearchParams({ ...defaults, ...changes })}`
}

async function back(decision: string, account = ANNA) {
  const answer = await sandbox.consent(account, decision, authorizeUrl())
  return new URL(answer.headers.get('location') ?? '').searchParams
}

const token = (form: Record<string, string>) =>
  ask(`${sandbox.url}/focus.teamleader.eu/oauth2/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ ...APP, ...form }),
  })
const redeem = (code: string) => token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
const refresh = (tokens: unknown) =>
  token({ grant_type: 'refresh_token', refresh_token: textAt(tokens, 'refresh_token') })

async function signIn(account = ANNA) {
  return (await redeem((await back('accept', account)).get('code') ?? '')).body
}

const call = (tokens: unknown, name: string, body: unknown = {}): Promise<Answer> =>
  ask(
    `${sandbox.url}/api.focus.teamleader.eu/${name}`,
    sendJson('POST', body, { authorization: `Bearer ${textAt(tokens, 'access_token')}` }),
  )
const contact = (last_name: string, email: string) => ({ last_name, emails: [{ type: 'primary', email }] })
const fault = (rule: object) => sandbox.control('PUT', '/faults', [{ service: 'teamleader', times: 1, ...rule }])
const titleOf = ({ status, body }: Answer) => [status, at(body, 'errors.0.title')]

test('redirects with a code or an error and the unchanged state; shows a wrong redirect URI on its page', async () => {
  expect([...(await back('accept')).keys()]).toEqual(['code', 'state'])
  const refused = await back('deny')
  expect([refused.get('error'), refused.get('state')]).toEqual(['access_denied', 'a&b ä'])
  for (const changes of [{ redirect_uri: 'http://localhost:3000/x' }, { client_id: 'x' }]) {
    const answer = await ask(authorizeUrl(changes))
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
  expect((await sandbox.consent('unknown@x.example', 'accept', authorizeUrl())).status).toBe(400)
})

test('a code works once, within ten minutes, with its redirect URI', async () => {
  const code = (await back('accept')).get('code') ?? ''
  const elsewhere = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK.replace('3000', '3001') }
  expect((await token(elsewhere)).body).toMatchObject({ error: 'invalid_grant' })
  const tokens = await redeem(code)
  expect(tokens.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, refresh_token: expect.any(String) })
  expect((await redeem(code)).body).toMatchObject({ error: 'invalid_grant' })
  const late = (await back('accept')).get('code') ?? ''
  await sandbox.control('POST', '/clock', { advance: 'PT10M' })
  expect((await redeem(late)).status).toBe(400)
  const wrong = await token({ grant_type: 'refresh_token', client_secret: 'x', refresh_token: 'x' })
  expect([wrong.status, at(wrong.body, 'error')]).toEqual([401, 'invalid_client'])
})

test('an access token expires after an hour, a refresh token works once', async () => {
  const first = await signIn()
  expect((await call(first, 'users.me')).body).toMatchObject({ data: { email: ANNA, account: { type: 'account' } } })
  await sandbox.control('POST', '/clock', { advance: 'PT1H' })
  expect(titleOf(await call(first, 'users.me'))).toEqual([401, 'Unauthorized'])
  const [one, two] = await Promise.all([refresh(first), refresh(first)])
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 400])
  const second = one.status === 200 ? one : two
  expect((await refresh(second.body)).status).toBe(200)
  expect((await call(second.body, 'users.me')).status).toBe(200)
  await sandbox.control('DELETE', `/teamleader/accounts/${ANNA}/grant`)
  expect((await call(second.body, 'users.me')).status).toBe(401)
})

test('the token endpoint accepts JSON', async () => {
  const code = (await back('accept')).get('code') ?? ''
  const url = `${sandbox.url}/focus.teamleader.eu/oauth2/access_token`
  const json = { ...APP, grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  expect((await ask(url, sendJson('POST', json))).status).toBe(200)
})

test('adds a contact and finds it by address in any case; other accounts do not see it', async () => {
  const tokens = await signIn()
  const made = await call(tokens, 'contacts.add', { first_name: 'Lee', ...contact('Vos', 'lee@vos.example') })
  expect([made.status, made.body]).toEqual([201, { data: { type: 'contact', id: expect.any(String) } }])
  await call(tokens, 'contacts.add', contact('Other', 'other@vos.example'))
  const find = { filter: { email: { type: 'primary', email: 'LEE@vos.example' } } }
  const found = listAt((await call(tokens, 'contacts.list', find)).body, 'data')
  expect(found).toEqual([
    expect.objectContaining({ id: at(made.body, 'data.id'), first_name: 'Lee', last_name: 'Vos' }),
  ])
  const names = async (body: unknown) =>
    listAt((await call(tokens, 'contacts.list', body)).body, 'data').map((item) => at(item, 'last_name'))
  expect(await names({})).toEqual(['Other', 'Vos'])
  expect(await names({ page: { size: 1, number: 2 } })).toEqual(['Vos'])
  expect(await names({ sort: [{ field: 'added_at', order: 'asc' }], filter: { term: 'v' } })).toEqual(['Vos', 'Other'])
  await sandbox.control('POST', '/teamleader/accounts', { email: 'ben@contoso.example' })
  const ben = await signIn('ben@contoso.example')
  expect((await call(ben, 'contacts.list')).body).toEqual({ data: [] })
  expect((await call(ben, 'contacts.info', { id: at(made.body, 'data.id') })).status).toBe(404)
  const seen = (await sandbox.control('GET', '/teamleader')).body
  expect(listAt(seen, 'contacts').map((item) => at(item, 'account'))).toEqual([ANNA, ANNA])
})

test('creates a deal for an existing contact, in the first phase', async () => {
  const tokens = await signIn()
  const id = textAt((await call(tokens, 'contacts.add', contact('Vos', 'lee@vos.example'))).body, 'data.id')
  const lead = { customer: { type: 'contact', id } }
  const value = { amount: 1200.5, currency: 'EUR' }
  const made = await call(tokens, 'deals.create', {
    lead,
    title: 'Boats',
    summary: 'Asks for two',
    estimated_value: value,
  })
  expect([made.status, at(made.body, 'data.type')]).toEqual([201, 'deal'])
  const dealId = textAt(made.body, 'data.id')
  const deal = { id: dealId, title: 'Boats', status: 'open', estimated_value: value, lead: { customer: lead.customer } }
  expect((await call(tokens, 'deals.info', { id: dealId })).body).toMatchObject({ data: deal })
  expect((await call(tokens, 'deals.list', { filter: lead })).body).toMatchObject({ data: [deal] })
  expect((await call(tokens, 'deals.list', { filter: { status: ['won'] } })).body).toEqual({ data: [] })
  const missing = { customer: { type: 'contact', id: 'x' } }
  expect(titleOf(await call(tokens, 'deals.create', { lead: missing, title: 'x' }))[0]).toBe(400)
  expect(titleOf(await call(tokens, 'deals.create', { lead, title: 'x', phase_id: 'x' }))[0]).toBe(400)
  expect((await sandbox.control('GET', '/teamleader')).body).toMatchObject({ deals: [{ account: ANNA, ...deal }] })
})

test('refuses undocumented bodies and unknown calls', async () => {
  const tokens = await signIn()
  const answers = [
    await call(tokens, 'contacts.add', { first_name: 'Lee' }),
    await call(tokens, 'contacts.add', { last_name: 'Vos', colour: 'red' }),
    await call(tokens, 'contacts.add', contact('Vos', 'no address')),
    await call(tokens, 'contacts.list', { filter: { email: 'a@b.example' } }),
    await call(tokens, 'contacts.frobnicate'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404])
  for (const answer of answers) expect(titleOf(answer)[1]).toEqual(expect.any(String))
})

test('allows two hundred calls per minute, and returns the rate limit headers', async () => {
  const tokens = await signIn()
  const first = await call(tokens, 'users.me')
  expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual(['200', '199'])
  for (let count = 1; count < 200; count++) await call(tokens, 'users.me')
  const over = await call(tokens, 'contacts.add', contact('Vos', 'lee@vos.example'))
  expect(titleOf(over)).toEqual([429, 'API rate limit exceeded'])
  expect(over.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(over.headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
  await sandbox.control('POST', '/clock', { advance: 'PT1M' })
  expect((await call(tokens, 'contacts.add', contact('Vos', 'lee@vos.example'))).status).toBe(201)
})

test('applies faults: its own errors, effects without a response, a lost refresh token', async () => {
  const tokens = await signIn()
  await fault({ status: 429, path: '/contacts' })
  const over = await call(tokens, 'contacts.add', contact('Vos', 'lee@vos.example'))
  expect([...titleOf(over), over.headers.get('x-ratelimit-remaining')]).toEqual([429, 'API rate limit exceeded', '0'])
  await fault({ path: '/contacts', when: 'after', drop: true, mailbox: ANNA })
  await expect(call(tokens, 'contacts.add', contact('Vos', 'lee@vos.example'))).rejects.toThrow('fetch failed')
  expect(listAt((await sandbox.control('GET', '/teamleader')).body, 'contacts')).toHaveLength(1)
  await fault({ path: 'access_token', status: 503 })
  expect((await refresh(tokens)).body).toMatchObject({ error: 'server_error' })
  await fault({ path: 'access_token', action: 'tokenAnswer', options: { refresh_token: null }, mailbox: ANNA })
  const without = await refresh(tokens)
  expect([without.status, at(without.body, 'refresh_token')]).toEqual([200, undefined])
  await fault({ path: 'authorize', method: 'POST', action: 'callback', options: { code: null, error: 'server_error' } })
  expect([...(await back('accept')).keys()]).toEqual(['state', 'error'])
  const calls = JSON.stringify((await sandbox.control('GET', '/requests?service=teamleader')).body)
  for (const name of ['access_token', 'refresh_token']) expect(calls).not.toContain(textAt(tokens, name))
  expect(calls).not.toContain(APP.client_secret)
})

test('control calls expire and revoke tokens', async () => {
  const tokens = await signIn()
  await sandbox.control('PUT', `/teamleader/accounts/${ANNA}/token`, { expireAccess: true })
  expect((await call(tokens, 'users.me')).status).toBe(401)
  await sandbox.control('PUT', `/teamleader/accounts/${ANNA}/token`, { revokeRefresh: true })
  expect((await refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' })
})
