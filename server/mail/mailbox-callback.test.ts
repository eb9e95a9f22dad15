import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  answerConsent,
  callFunction,
  connectMailbox,
  followBack,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../test/kit/outlook.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { listMailboxes } from './mailboxes/mailbox-queries.ts'
import { mailboxFlow } from './outlook/authorization/mailbox-authorization.ts'

const app = await appOfFile()

const mailboxesOf = (who: Visitor) => app.ctx.db.asService((tx) => listMailboxes(tx, who.userId))

async function begin(who: Visitor) {
  const answer = await callFunction(app, who, 'mail-authentication', { action: 'authorize' })
  return { url: new URL(String(answer.body.url)), cookie: answer.headers.get('set-cookie') ?? '' }
}

const refused = (code: string) => ({ tab: 'mailbox', error: code, error_details: expect.any(String) })
const outcomeOf = async (location: string, headers?: Record<string, string>) =>
  Object.fromEntries(await followBack(location, headers))

test('connects a mailbox, and reads its folders before the browser returns', async () => {
  const who = await signUp(app)
  const email = await newMailbox(app, { folders: [{ displayName: 'Work', children: [{ displayName: 'Invoices' }] }] })
  const { body } = await callFunction(app, who, 'mail-authentication', { action: 'authorize', mailboxName: 'Office' })
  const back = await followBack(await answerConsent(String(body.url), email))
  expect(Object.fromEntries(back)).toEqual({
    tab: 'mailbox',
    mailbox_connected: 'true',
    mailbox_id: expect.any(String),
    email,
  })
  const status = await callFunction(app, who, 'microsoft-graph', {
    action: 'status',
    mailboxId: back.get('mailbox_id'),
  })
  expect(status).toMatchObject({
    status: 200,
    body: { connected: true, name: 'Office', email_address: email, status: 'active', sign_in: 'oauth' },
  })
  expect(status.body.folder_count).toBeGreaterThanOrEqual(2)
})

test('the user is notified by email of a further mailbox, not of the first or of a new sign-in', async () => {
  const who = await signUp(app)
  const { email: own } = await app.ctx.access.verify(who.token)
  const first = await newMailbox(app)
  await connectMailbox(app, who, first)
  await connectMailbox(app, who, first)
  expect(await emailsTo(app, own)).toEqual([])
  const second = await newMailbox(app)
  await connectMailbox(app, who, second)
  expect(await emailsTo(app, own)).toMatchObject([
    { subject: 'Another mailbox was connected to your Mailroom account', text: expect.stringContaining(second) },
  ])
})

test('the user is notified by email of a mailbox that replaces the only one', async () => {
  const who = await signUp(app)
  const { email: own } = await app.ctx.access.verify(who.token)
  const mailboxId = await connectMailbox(app, who, await newMailbox(app))
  await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })
  const replacement = await newMailbox(app)
  await connectMailbox(app, who, replacement)
  expect(await emailsTo(app, own)).toMatchObject([{ text: expect.stringContaining(replacement) }])
})

test('requests only the needed scopes, with PKCE, and stores no secret in clear text', async () => {
  const who = await signUp(app)
  const { url, cookie } = await begin(who)
  const query = Object.fromEntries(url.searchParams)
  expect(query).toMatchObject({
    response_type: 'code',
    redirect_uri: `${app.url}/api/microsoft/callback`,
    scope: 'openid profile email offline_access User.Read Mail.ReadWrite Mail.Read',
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
  expect(cookie).toMatch(
    /^mailroom_connect=[\w-]{43}; Path=\/api\/microsoft\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  const row = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.oauth_states').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow(),
  )
  expect(row.state_hash).toEqual(
    createHash('sha256')
      .update(query.state ?? '')
      .digest(),
  )
  expect(row.code_verifier_sealed).toMatch(/^v2\./)
})

test('passes the address on that the user has entered, instead of asking which account to use', async () => {
  const { body } = await callFunction(app, await signUp(app), 'mail-authentication', {
    action: 'authorize',
    email: 'Robin@Contoso.example',
  })
  const query = new URL(String(body.url)).searchParams
  expect([query.get('login_hint'), query.get('prompt')]).toEqual(['robin@contoso.example', null])
})

test('binds the sealed tokens to their row', async () => {
  const who = await signUp(app)
  const mailboxId = await connectMailbox(app, who, await newMailbox(app))
  const row = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.mailbox_tokens').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirstOrThrow(),
  )
  const place = `app.mailbox_tokens/${mailboxId}/${who.userId}`
  expect(app.ctx.sealer.open(`${place}/refresh`, row.refresh_token_sealed)).toMatch(/^0\.ASBX/)
  expect(() => app.ctx.sealer.open(`${place}/access`, row.refresh_token_sealed)).toThrow()
})

describe('refuses a callback', () => {
  test('with a used state', async () => {
    const who = await signUp(app)
    const location = await answerConsent((await begin(who)).url.href, await newMailbox(app))
    expect(await outcomeOf(location)).toMatchObject({ mailbox_connected: 'true' })
    expect(await outcomeOf(location)).toEqual(refused('sign_in_expired'))
    // Microsoft also refuses a used code; a callback without a code shows that the state itself is used up.
    const declined = new URL(location)
    declined.searchParams.set('error', 'access_denied')
    expect(await outcomeOf(declined.href)).toEqual(refused('sign_in_expired'))
  })

  test('with an unknown state, or none', async () => {
    const who = await signUp(app)
    const location = new URL(await answerConsent((await begin(who)).url.href, await newMailbox(app)))
    location.searchParams.set('state', 'x'.repeat(43))
    expect(await outcomeOf(location.href)).toEqual(refused('sign_in_expired'))
    location.searchParams.delete('state')
    expect(await outcomeOf(location.href)).toEqual(refused('sign_in_expired'))
    expect(await mailboxesOf(who)).toEqual([])
  })

  test('after the state has expired', async () => {
    const who = await signUp(app)
    const location = await answerConsent((await begin(who)).url.href, await newMailbox(app))
    app.clock.advance('10 min')
    expect(await outcomeOf(location)).toEqual(refused('sign_in_expired'))
  })

  test("in a browser that did not start it, and in another user's browser", async () => {
    const browser = { 'user-agent': 'Mozilla/5.0' }
    const [anna, ben] = [await signUp(app), await signUp(app)]
    const location = await answerConsent((await begin(anna)).url.href, await newMailbox(app))
    expect(await outcomeOf(location, browser)).toEqual(refused('sign_in_expired'))

    const again = await answerConsent((await begin(anna)).url.href, await newMailbox(app))
    const cookie = (await begin(ben)).cookie.split(';')[0] ?? ''
    expect(await outcomeOf(again, { ...browser, cookie })).toEqual(refused('sign_in_expired'))
    expect(await outcomeOf(again, { cookie })).toEqual(refused('sign_in_expired'))
    expect([await mailboxesOf(anna), await mailboxesOf(ben)]).toEqual([[], []])
    // Neither has used up the state.
    expect(await outcomeOf(again)).toMatchObject({ mailbox_connected: 'true' })
    expect(await mailboxesOf(ben)).toEqual([])
  })

  test('from a browser without a known user agent that sends fetch metadata or asks for HTML', async () => {
    const location = await answerConsent((await begin(await signUp(app))).url.href, await newMailbox(app))
    expect(await outcomeOf(location, { 'sec-fetch-site': 'cross-site' })).toEqual(refused('sign_in_expired'))
    const textBrowser = { 'user-agent': 'Lynx/2.9.0', accept: 'text/html, text/plain, */*;q=0.01' }
    expect(await outcomeOf(location, textBrowser)).toEqual(refused('sign_in_expired'))
  })

  test('of a user who signed out meanwhile', async () => {
    const who = await signUp(app)
    const location = await answerConsent((await begin(who)).url.href, await newMailbox(app))
    await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, apikey: app.ctx.access.anonKey },
    })
    expect(await outcomeOf(location)).toEqual(refused('sign_in_expired'))
  })

  test('from another issuer', async () => {
    const location = new URL(await answerConsent((await begin(await signUp(app))).url.href, await newMailbox(app)))
    location.searchParams.set('iss', 'https://login.evil.example/common/v2.0')
    expect(await outcomeOf(location.href)).toEqual(refused('sign_in_expired'))
  })

  test('whose id token belongs to another authorization', async () => {
    const who = await signUp(app)
    const location = await answerConsent((await begin(who)).url.href, await newMailbox(app))
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.oauth_states')
        .set({ nonce_hash: Buffer.alloc(32) })
        .where('user_id', '=', who.userId)
        .execute(),
    )
    expect(await outcomeOf(location)).toEqual(refused('sign_in_expired'))
    expect(await mailboxesOf(who)).toEqual([])
  })

  test("with the code of another user's authorization", async () => {
    const [anna, ben] = [await signUp(app), await signUp(app)]
    const annas = new URL(await answerConsent((await begin(anna)).url.href, await newMailbox(app)))
    const bens = new URL(await answerConsent((await begin(ben)).url.href, await newMailbox(app)))
    bens.searchParams.set('code', annas.searchParams.get('code') ?? '')
    expect(await outcomeOf(bens.href)).toEqual(refused('sign_in_expired'))
    expect(await mailboxesOf(ben)).toEqual([])
  })
})

test('accepts the cookie of the browser that started the authorization', async () => {
  const { url, cookie } = await begin(await signUp(app))
  const location = await answerConsent(url.href, await newMailbox(app))
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'cross-site', cookie: cookie.split(';')[0] ?? '' }
  expect(await outcomeOf(location, headers)).toMatchObject({ mailbox_connected: 'true' })
})

test.for(['inactive', 'guest'])('reports that an %s mailbox is unavailable', async (kind) => {
  const who = await signUp(app)
  const location = await answerConsent((await begin(who)).url.href, await newMailbox(app, { kind }))
  expect(await outcomeOf(location)).toEqual(refused('mailbox_unavailable'))
  expect(await mailboxesOf(who)).toEqual([])
})

test('connects although Microsoft fails for a moment, and reports a longer outage', async () => {
  const connect = async (faults: object[]) => {
    await app.faults(...faults)
    const outcome = await outcomeOf(await answerConsent((await begin(who)).url.href, await newMailbox(app)))
    await app.faults()
    return outcome
  }
  const who = await signUp(app)
  const once = { status: 503, times: 1 }
  expect(
    await connect([
      { service: 'entra', path: 'token', ...once },
      { service: 'graph', path: 'mailFolders/inbox', ...once },
      { service: 'graph', path: '/me$', status: 429, retryAfter: 1, times: 1 },
    ]),
  ).toMatchObject({ mailbox_connected: 'true' })
  expect(await connect([{ service: 'graph', path: 'mailFolders/inbox', status: 503, retryAfter: 60 }])).toEqual(
    refused('outlook_busy'),
  )
})

test('connects a personal mailbox', async () => {
  const who = await signUp(app)
  const email = await newMailbox(app, { kind: 'personal' })
  await connectMailbox(app, who, email)
  expect(await mailboxesOf(who)).toMatchObject([{ email_address: email, status: 'active', name: 'Primary Mailbox' }])
})

test('reports declined and incomplete consent', async () => {
  const who = await signUp(app)
  const denied = await answerConsent((await begin(who)).url.href, await newMailbox(app), 'deny')
  expect(await outcomeOf(denied)).toEqual({
    tab: 'mailbox',
    error: 'consent_denied',
    error_details: 'You denied access to your account',
  })
  const email = await newMailbox(app, { grantableScopes: ['User.Read', 'Mail.Read'] })
  const less = await answerConsent((await begin(who)).url.href, email)
  expect(await outcomeOf(less)).toEqual(refused('consent_incomplete'))
  expect(await mailboxesOf(who)).toEqual([])
})

test('reports required administrator consent in our own text', async () => {
  const { url } = await begin(await signUp(app))
  const answer = new URLSearchParams({
    error: 'access_denied',
    error_description: `AADSTS90094: An administrator has to grant this. <b>Call</b> them.`,
    state: url.searchParams.get('state') ?? '',
  })
  const outcome = await outcomeOf(`${app.url}/api/microsoft/callback?${answer}`)
  expect(outcome).toEqual(refused('admin_approval_required'))
  expect(JSON.stringify(outcome)).not.toContain('Call')
})

test.for([
  ['access_denied', 'consent_denied'],
  ['server_error', 'outlook_unreachable'],
  ['temporarily_unavailable', 'outlook_unreachable'],
  ['interaction_required', 'consent_incomplete'],
  ['invalid_request', 'outlook_refused'],
  ['<script>', 'outlook_refused'],
] as const)('maps the OAuth error %s to %s', async ([error, code]) => {
  const { url } = await begin(await signUp(app))
  const state = url.searchParams.get('state') ?? ''
  expect(await outcomeOf(`${app.url}/api/microsoft/callback?${new URLSearchParams({ error, state })}`)).toEqual(
    refused(code),
  )
})

test("refuses another user's mailbox and leaves it unchanged", async () => {
  const [owner, other] = [await signUp(app), await signUp(app)]
  const email = await newMailbox(app)
  await connectMailbox(app, owner, email)
  const before = await mailboxesOf(owner)
  const answer = await outcomeOf(await answerConsent((await begin(other)).url.href, email))
  expect(answer).toEqual(refused('mailbox_taken'))
  expect(JSON.stringify(answer)).not.toContain(owner.userId)
  expect(await mailboxesOf(other)).toEqual([])
  expect(await mailboxesOf(owner)).toEqual(before)
})

test('connects the same mailbox again with new tokens and its previous settings', async () => {
  const who = await signUp(app)
  const email = await newMailbox(app, { folders: [{ displayName: 'Bills' }] })
  const mailboxId = await connectMailbox(app, who, email)
  await app.ctx.db.asService(async (tx) => {
    await tx
      .updateTable('email_folders')
      .set({ instructions: 'all bills' })
      .where('folder_name', '=', 'Bills')
      .execute()
    await tx
      .updateTable('mailboxes')
      .set({ status: 'reauth_required', name: 'Mine' })
      .where('id', '=', mailboxId)
      .execute()
  })
  expect(await connectMailbox(app, who, email)).toBe(mailboxId)
  expect(await mailboxesOf(who)).toMatchObject([{ id: mailboxId, status: 'active', name: 'Mine' }])
  const folders = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_folders')
      .selectAll()
      .where('mailbox_id', '=', mailboxId)
      .where('folder_name', '=', 'Bills')
      .execute(),
  )
  expect(folders).toMatchObject([{ instructions: 'all bills' }])
})

test('connects the mailbox for one of two users who race', async () => {
  const users = [await signUp(app), await signUp(app)]
  const email = await newMailbox(app)
  const locations = await Promise.all(users.map(async (who) => answerConsent((await begin(who)).url.href, email)))
  const outcomes = await Promise.all(locations.map((location) => outcomeOf(location)))
  expect(outcomes.filter((outcome) => outcome.mailbox_connected === 'true')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.error === 'mailbox_taken')).toHaveLength(1)
})

test('sends no secret in a URL of Graph', async () => {
  const requests = await requestsTo(app, 'graph')
  expect(requests.length).toBeGreaterThan(0)
  for (const request of requests) expect(request.url).not.toMatch(/code=|client_secret|access_token/)
})

test('sets a Secure cookie over https', () => {
  expect(mailboxFlow.browser.cookie('secret', { secure: true, maxAgeSeconds: 600 })).toBe(
    'mailroom_connect=secret; Path=/api/microsoft/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  )
  expect(mailboxFlow.browser.cookie(null, { secure: true, maxAgeSeconds: 600 })).toContain('mailroom_connect=; ')
})
