import { afterEach, describe, expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { answerConsent, callFunction, eventually, newMailbox, signUp, type Visitor } from '../../test/kit/outlook.ts'
import {
  allServices,
  backFromService,
  beginToConnect,
  connectService,
  newServiceAccount,
  serviceNames,
} from '../../test/kit/services.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { requireSignIn } from './require-sign-in.ts'
import { findConnection } from './connection-queries.ts'

const app = await appOfFile({ env: allServices })
afterEach(() => app.faults())

const stored = (who: Visitor, provider: Provider = 'dropbox') =>
  app.ctx.db.asService((tx) => findConnection(tx, { userId: who.userId, provider }))
const list = async (who: Visitor) => (await callFunction(app, who, 'service-connections', { action: 'list' })).body
const bellOf = async (who: Visitor) =>
  (await callFunction(app, who, 'notifications', { action: 'list' })).body['notifications']

/** Runs an authorization and returns the parameters of the final URL. */
async function walk(who: Visitor, provider: Provider, email: string) {
  const { url } = await beginToConnect(app, who, provider)
  return Object.fromEntries((await backFromService(await answerConsent(url.href, email))).searchParams)
}

const tokenAnswer = (provider: Provider, options: object) =>
  app.faults({
    service: serviceNames[provider].tokens,
    path: '/(access_)?token$',
    action: 'tokenAnswer',
    options,
    times: 1,
  })

describe('fewer scopes than requested', () => {
  test('from Dropbox', async () => {
    const who = await signUp(app)
    const email = await newServiceAccount(app, 'dropbox')
    await tokenAnswer('dropbox', { scope: 'account_info.read files.metadata.read files.content.read' })
    expect(await walk(who, 'dropbox', email)).toEqual({ error: 'access_denied' })
    expect(await stored(who)).toBeNull()
  })

  test('from Google, where the user unticked a box', async () => {
    const who = await signUp(app)
    const { url } = await beginToConnect(app, who, 'google_drive')
    const page = await (await fetch(url)).text()
    const flow = /name="flow" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const account = await newServiceAccount(app, 'google_drive')
    const refuse = 'https://www.googleapis.com/auth/drive.file'
    const body = new URLSearchParams({ flow, account, decision: 'accept', refuse })
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', body })
    const back = await backFromService(answer.headers.get('location') ?? '')
    expect(back.search).toBe('?error=access_denied')
    expect(await stored(who, 'google_drive')).toBeNull()
  })

  test('from Microsoft, where an administrator limits scopes', async () => {
    const who = await signUp(app)
    const email = await newMailbox(app, { grantableScopes: ['User.Read'] })
    expect(await walk(who, 'onedrive', email)).toEqual({ error: 'access_denied' })
    expect(await stored(who, 'onedrive')).toBeNull()
  })

  test('refuses a response without a refresh token', async () => {
    const who = await signUp(app)
    const email = await newServiceAccount(app, 'dropbox')
    await tokenAnswer('dropbox', { refresh_token: null })
    expect(await walk(who, 'dropbox', email)).toEqual({ error: 'connection_failed' })
    expect(await stored(who)).toBeNull()
  })
})

const accountCalls = {
  dropbox: { service: 'dropbox', path: 'get_current_account' },
  google_drive: { service: 'google', path: 'about' },
  onedrive: { service: 'graph', path: '/me' },
  teamleader: { service: 'teamleader', path: 'users.me' },
} as const satisfies Record<Provider, object>

test.for(Provider.options)('a failed account request at %s', async (provider) => {
  const who = await signUp(app)
  const email = await newServiceAccount(app, provider)
  for (const [fault, code] of [
    [{ status: 503 }, 'temporarily_unavailable'],
    [{ status: 403 }, 'access_denied'],
    [{ status: 401 }, 'connection_failed'],
    [{ status: 200, body: {} }, 'connection_failed'],
  ] as const) {
    await app.faults({ ...accountCalls[provider], ...fault, times: 1 })
    expect([fault, await walk(who, provider, email)]).toEqual([fault, { error: code }])
    expect(await stored(who, provider)).toBeNull()
  }
})

test('the user is notified by email of a service that was connected, or replaced by another account', async () => {
  const who = await signUp(app)
  const { email: own } = await app.ctx.access.verify(who.token)
  const account = await connectService(app, who, 'dropbox')
  await connectService(app, who, 'dropbox', account)
  const other = await connectService(app, who, 'dropbox')
  const notices = await emailsTo(app, own)
  const subject = 'A service was connected to your Mailroom account'
  expect(notices.map((notice) => notice.subject)).toEqual([subject, subject])
  const accounts = notices.map(({ text }) => /Dropbox\s\((.*)\)/.exec(text)?.[1])
  expect(new Set(accounts)).toEqual(new Set([account, other]))
})

describe('connecting again', () => {
  test('the same account: stores new tokens, keeps the date, and revokes nothing', async () => {
    const who = await signUp(app)
    const email = await connectService(app, who, 'dropbox')
    const before = await stored(who)
    app.clock.advance('2 min')
    await connectService(app, who, 'dropbox', email)
    const after = await stored(who)
    expect(after).toMatchObject({ account_id: before?.account_id, created_at: before?.created_at, generation: 2 })
    expect(after?.refresh_token_sealed).not.toBe(before?.refresh_token_sealed)
    expect(await revocations()).toEqual([])
  })

  test('another account: replaces the connection and revokes the previous tokens', async () => {
    const who = await signUp(app)
    await connectService(app, who, 'dropbox')
    const before = await stored(who)
    app.clock.advance('2 min')
    const email = await connectService(app, who, 'dropbox')
    expect(await list(who)).toMatchObject({ connections: [{ provider: 'dropbox', provider_email: email }] })
    expect((await stored(who))?.created_at.getTime()).toBeGreaterThan(before?.created_at.getTime() ?? Infinity)
    await app.runDueJobs()
    const sealContext = `app.service_connections/${who.userId}/dropbox/refresh`
    const old = app.ctx.sealer.open(sealContext, before?.refresh_token_sealed ?? '')
    await expect(app.ctx.vendors.services.dropbox?.auth.refresh(old)).rejects.toMatchObject({ refusal: 'signed_out' })
    const own = app.ctx.sealer.open(sealContext, (await stored(who))?.refresh_token_sealed ?? '')
    expect(await app.ctx.vendors.services.dropbox?.auth.refresh(own)).toMatchObject({ expiresIn: 14_400 })
    expect(await revocations()).toEqual([])
  })

  test('after the grant ended: resets the status and resolves the notification', async () => {
    const who = await signUp(app)
    const email = await connectService(app, who, 'google_drive')
    const at = { userId: who.userId, provider: 'google_drive' } as const
    await app.ctx.db.asService((tx) => requireSignIn(tx, app.ctx, at, 1))
    expect(await list(who)).toMatchObject({ connections: [{ status: 'needs_reauth' }] })
    expect(await bellOf(who)).toMatchObject([
      { kind: 'connection_needs_sign_in', provider: 'google_drive', mailbox: null, read: false },
    ])
    await connectService(app, who, 'google_drive', email)
    expect(await list(who)).toMatchObject({ connections: [{ status: 'active' }] })
    expect(await bellOf(who)).toEqual([])
  })

  test('two concurrent callbacks create one connection', async () => {
    const who = await signUp(app)
    const emails = [await newServiceAccount(app, 'dropbox'), await newServiceAccount(app, 'dropbox')]
    const locations = await Promise.all(
      emails.map(async (email) => answerConsent((await beginToConnect(app, who, 'dropbox')).url.href, email)),
    )
    const landings = await Promise.all(locations.map((location) => backFromService(location)))
    expect(landings.map(({ searchParams }) => searchParams.get('success'))).toEqual([
      'dropbox_connected',
      'dropbox_connected',
    ])
    expect(await revocations()).toHaveLength(1)
    await app.runDueJobs()
    const kept = await stored(who)
    const token = app.ctx.sealer.open(
      `app.service_connections/${who.userId}/dropbox/access`,
      kept?.access_token_sealed ?? '',
    )
    expect(await app.ctx.vendors.services.dropbox?.auth.account(token)).toMatchObject({ id: kept?.account_id })
  })
})

test('lists the user’s own connections, oldest first, without secrets', async () => {
  const [who, otherUser] = [await signUp(app), await signUp(app)]
  const drive = await connectService(app, who, 'google_drive')
  app.clock.advance('1 min')
  const dropbox = await connectService(app, who, 'dropbox')
  await connectService(app, otherUser, 'teamleader')
  expect(await list(who)).toEqual({
    connections: [
      { provider: 'google_drive', provider_email: drive, status: 'active', created_at: expect.any(String) },
      { provider: 'dropbox', provider_email: dropbox, status: 'active', created_at: expect.any(String) },
    ],
    available: Provider.options,
  })
})

test('publishes live events', async () => {
  const who = await signUp(app)
  const events: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => events.push(type))
  await connectService(app, who, 'dropbox')
  await eventually(
    async () => events,
    (types) => types.includes('connections'),
  )
  end()
})

test('refuses unknown actions, services and fields', async () => {
  const who = await signUp(app)
  for (const [name, input] of [
    ['service-connections', {}],
    ['service-connections', { action: 'disconnect' }],
    ['service-connections', { action: 'disconnect', provider: 'slack' }],
    ['service-connections', { action: 'list', userId: who.userId }],
    ['dropbox-auth', { action: 'authorize', redirect_uri: 'https://evil.example' }],
    ['google-auth', { action: 'callback' }],
  ] as const)
    expect(await callFunction(app, who, name, input)).toMatchObject({ status: 400 })
})

const revocations = () =>
  app.ctx.db.asService((tx) => tx.selectFrom('app.service_revocations').select('provider').execute())
