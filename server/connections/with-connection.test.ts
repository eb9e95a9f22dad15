import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { callFunction, eventually, requestsTo, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { allServices, connectService, serviceNames } from '../../test/kit/services.ts'
import { waitingForLock } from '../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { createContext } from '../compose.ts'
import { ServiceError, type ServiceRefusal } from '../vendors/service-error.ts'
import { disconnect } from './disconnect.ts'
import { connectionAt, pauseUntil, replaceTokens, type Connection } from './queries.ts'
import { requireConnection } from './require-connection.ts'
import { withConnection, withFiles } from './with-connection.ts'

let app: App
let who: Visitor
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  who = await signUp(app)
})
afterEach(() => app.control('PUT', '/control/faults', []))

const at = (provider: Provider) => ({ userId: who.userId, provider })
async function stored(provider: Provider) {
  const row = await app.ctx.db.asService((tx) => connectionAt(tx, at(provider)))
  if (!row) throw new Error('not connected')
  return row
}
/** A connection, and what is asked about it. */
async function connected(provider: Provider) {
  const email = await connectService(app, who, provider)
  await app.control('DELETE', '/control/requests')
  return email
}
const tokensIn = ({ access_token_sealed, refresh_token_sealed, scopes, expires_at }: Connection) => ({
  access_token_sealed,
  refresh_token_sealed,
  scopes,
  expires_at,
})
const endsIn = (provider: Provider, minutes: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.service_connections')
      .set({ expires_at: new Date(app.clock.now().getTime() + minutes * 60_000) })
      .where('user_id', '=', who.userId)
      .where('provider', '=', provider)
      .execute(),
  )
const tokenOf = (provider: Provider, ctx = app.ctx) => withConnection(ctx, at(provider), async (_, token) => token)
/** The one call that all services know. */
const accountOf = (provider: Provider) =>
  withConnection(app.ctx, at(provider), ({ auth }, token) => auth.account(token))
const refreshes = async (provider: Provider) =>
  (await requestsTo(app, serviceNames[provider].tokens)).filter(({ url }) => url.endsWith('token')).length
const problem = (kind: string) => expect.objectContaining({ name: 'ServiceProblem', kind })
const bell = async () => (await callFunction(app, who, 'notifications', { action: 'list' })).body
const fails = (refusal: ServiceRefusal, retryAfterMs: number | null = null, status = 400) => {
  let calls = 0
  const call = (): Promise<never> => {
    calls += 1
    throw new ServiceError('dropbox', refusal, { status, code: 'planned', retryAfterMs })
  }
  return { call, calls: () => calls }
}
const expireAccess = (provider: Provider, email: string) =>
  provider === 'onedrive'
    ? app.control('PUT', `/control/outlook/${email}/token`, { expireAccess: true })
    : app.control('PUT', `/control/${serviceNames[provider].path}/accounts/${email}/token`, { expireAccess: true })

describe.for(Provider.options)('%s', (provider) => {
  test('a token that is good for more than five minutes is used as it is', async () => {
    await connected(provider)
    await endsIn(provider, 5.1)
    await tokenOf(provider)
    expect(await refreshes(provider)).toBe(0)
  })

  test('one that ends sooner is refreshed first, and stored before it is used', async () => {
    await connected(provider)
    const before = await stored(provider)
    await endsIn(provider, 4.9)
    const [token, during] = await withConnection(app.ctx, at(provider), async (_, used) => [
      used,
      await stored(provider),
    ])
    const place = `app.service_connections/${who.userId}/${provider}`
    expect(app.ctx.sealer.open(`${place}/access`, during.access_token_sealed)).toBe(token)
    expect(during).toMatchObject({ generation: 2, scopes: before.scopes })
    expect(during.expires_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 50 * 60_000)
    const kept = app.ctx.sealer.open(`${place}/refresh`, during.refresh_token_sealed)
    const isOld = kept === app.ctx.sealer.open(`${place}/refresh`, before.refresh_token_sealed)
    expect(isOld).toBe(provider === 'dropbox' || provider === 'google_drive')
    expect(await accountOf(provider)).toMatchObject({ id: before.account_id })
  })

  test('ten who need it at once, on two nodes, make one call', async () => {
    await connected(provider)
    await using other = await createContext({
      config: app.ctx.config,
      secrets: { jwtSecret: app.ctx.config.jwtSecret ?? '', encryptionKeys: app.ctx.config.encryptionKeys ?? [] },
      server: app.database.server,
      log: app.ctx.log,
      clock: app.clock,
    })
    await endsIn(provider, 1)
    const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? app.ctx : other))
    const tokens = await Promise.all(nodes.map((ctx) => tokenOf(provider, ctx)))
    expect(new Set(tokens).size).toBe(1)
    expect(await refreshes(provider)).toBe(1)
  })

  test('a sign-in that is over shows on the card, rings once, and nothing is called any more', async () => {
    const email = await connected(provider)
    const { path, tokens: service } = serviceNames[provider]
    if (provider === 'onedrive') await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
    else await app.control('DELETE', `/control/${path}/accounts/${email}/grant`)
    await endsIn(provider, 1)
    await expect(tokenOf(provider)).rejects.toEqual(problem('signed_out'))
    expect(await stored(provider)).toMatchObject({ status: 'needs_reauth' })
    expect(await bell()).toMatchObject({ unread: 1, notifications: [{ kind: 'connection_needs_sign_in', provider }] })
    await callFunction(app, who, 'notifications', { action: 'read', which: 'all' })
    await app.control('DELETE', '/control/requests')
    await expect(tokenOf(provider)).rejects.toEqual(problem('signed_out'))
    expect(await requestsTo(app, service)).toEqual([])
    expect(await bell()).toMatchObject({ unread: 0 })
  })

  test.for([
    [{ status: 500 }, null],
    [{ status: 503 }, null],
    [{ status: 429, retryAfter: 30 }, 30_000],
    [{ drop: true }, null],
    [{ status: 401, body: { error: 'invalid_client' } }, null],
    [{ status: 400, body: { error: 'invalid_request' } }, null],
    [{ status: 200, body: '<html>', contentType: 'text/html' }, null],
  ] as const)('trouble with its tokens (%j) costs nothing but time', async ([fault, retryAfterMs]) => {
    await connected(provider)
    const before = await stored(provider)
    await endsIn(provider, 1)
    const service = serviceNames[provider].tokens
    await app.control('PUT', '/control/faults', [{ service, path: '/(access_)?token$', ...fault, times: 1 }])
    await expect(tokenOf(provider)).rejects.toMatchObject({ refusal: 'later', transient: true, retryAfterMs })
    expect(await stored(provider)).toMatchObject({
      status: 'active',
      generation: 1,
      refresh_token_sealed: before.refresh_token_sealed,
    })
    if (retryAfterMs) await app.advance('30 s')
    expect(await tokenOf(provider)).not.toBe('')
  })
})

test.for([
  ['dropbox', 'active'],
  ['google_drive', 'active'],
  ['onedrive', 'active'],
  // Its refresh tokens work once: the one that we hold is used up, and the new one went with the answer.
  ['teamleader', 'needs_reauth'],
] as const)('an answer with new tokens that is lost on its way leaves %s %s', async ([provider, status]) => {
  await connected(provider)
  await endsIn(provider, 1)
  const service = serviceNames[provider].tokens
  const lost = { service, path: '/(access_)?token$', when: 'after', drop: true, times: 1 }
  await app.control('PUT', '/control/faults', [lost])
  await expect(tokenOf(provider)).rejects.toMatchObject({ refusal: 'later' })
  expect(await stored(provider)).toMatchObject({ status: 'active', generation: 1 })
  await tokenOf(provider).catch(() => undefined)
  expect(await stored(provider)).toMatchObject({ status })
})

describe('a call that is refused', () => {
  test.for(['dropbox', 'onedrive', 'teamleader'] as const)('as too old by %s is made again, once', async (provider) => {
    const email = await connected(provider)
    await expireAccess(provider, email)
    expect(await accountOf(provider)).toMatchObject({ email })
    expect(await refreshes(provider)).toBe(1)
    expect(await stored(provider)).toMatchObject({ status: 'active', generation: 2 })
  })

  test('as too old a second time: the person has to sign in', async () => {
    await connected('dropbox')
    const { call, calls } = fails('unauthorized', null, 401)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(problem('signed_out'))
    expect(calls()).toBe(2)
    expect(await refreshes('dropbox')).toBe(1)
    expect(await stored('dropbox')).toMatchObject({ status: 'needs_reauth' })
  })

  test.for([
    ['signed_out', 'signed_out'],
    ['scope', 'scope'],
  ] as const)('as %s: at once', async ([refusal, kind]) => {
    await connected('dropbox')
    const { call, calls } = fails(refusal)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(problem(kind))
    expect(await stored('dropbox')).toMatchObject({ status: 'needs_reauth' })
    expect(await bell()).toMatchObject({ unread: 1 })
    // Its token would be good for hours.
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(problem('signed_out'))
    expect(calls()).toBe(1)
  })

  test.for(['quota', 'conflict', 'gone', 'unknown', 'refused'] as const)(
    'as %s is the caller’s to judge',
    async (refusal) => {
      await connected('dropbox')
      const before = await stored('dropbox')
      const { call, calls } = fails(refusal)
      await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal })
      expect(calls()).toBe(1)
      expect(await stored('dropbox')).toEqual(before)
    },
  )

  test.for([
    [90_000, '90 s'],
    [null, '10 s'],
  ] as const)('for now (Retry-After %s ms) keeps everybody from calling before its time', async ([wait, pause]) => {
    await connected('dropbox')
    const { call } = fails('later', wait, 429)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal: 'later' })
    const { call: again, calls } = fails('refused')
    const retried = withConnection(app.ctx, at('dropbox'), again)
    await expect(retried).rejects.toMatchObject({ refusal: 'later', code: 'paused' })
    expect(calls()).toBe(0)
    await app.advance(pause)
    expect(await tokenOf('dropbox')).not.toBe('')
  })

  test('without a wish to wait may be made again at once', async () => {
    await connected('dropbox')
    const { call } = fails('later', null, 503)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal: 'later' })
    expect(await tokenOf('dropbox')).not.toBe('')
  })

  test('with tokens that were replaced meanwhile says nothing about the new ones', async () => {
    await connected('dropbox')
    const call = withConnection(app.ctx, at('dropbox'), async () => {
      const same = tokensIn(await stored('dropbox'))
      await app.ctx.db.asService((tx) => replaceTokens(tx, at('dropbox'), 1, same))
      throw new ServiceError('dropbox', 'signed_out', { status: 401, code: 'planned' })
    })
    await expect(call).rejects.toEqual(problem('signed_out'))
    expect(await stored('dropbox')).toMatchObject({ status: 'active', generation: 2 })
    expect(await bell()).toMatchObject({ unread: 0 })
  })
})

test('what was begun in one account is not ended in another that was connected meanwhile', async () => {
  await connected('dropbox')
  const { account_id: old } = await stored('dropbox')
  const accounts: string[] = []
  const call = withConnection(app.ctx, at('dropbox'), async (_, __, accountId) => {
    accounts.push(accountId)
    await connectService(app, who, 'dropbox')
    throw new ServiceError('dropbox', 'unauthorized', { status: 401, code: 'planned' })
  })
  await expect(call).rejects.toMatchObject({ refusal: 'later', code: 'account_changed' })
  expect(accounts).toEqual([old])
  const { status, account_id: now } = await stored('dropbox')
  expect(status).toBe('active')

  const require = (accountId: string) => app.ctx.db.asService((tx) => requireConnection(tx, at('dropbox'), accountId))
  await expect(require(old)).rejects.toEqual(problem('not_connected'))
  await require(now)
  await withConnection(app.ctx, at('dropbox'), fails('signed_out').call).catch(() => undefined)
  await expect(require(now)).rejects.toEqual(problem('signed_out'))
  await disconnect(app.ctx, at('dropbox'))
  await expect(require(now)).rejects.toEqual(problem('not_connected'))
})

test('what is not connected, or not set up, or another person’s, is not connected', async () => {
  await expect(tokenOf('dropbox')).rejects.toEqual(problem('not_connected'))
  await connected('dropbox')
  const stranger = { userId: (await signUp(app)).userId, provider: 'dropbox' } as const
  await expect(withConnection(app.ctx, stranger, async () => 'called')).rejects.toEqual(problem('not_connected'))
  const ctx = { ...app.ctx, vendors: { ...app.ctx.vendors, services: {} } }
  await expect(tokenOf('dropbox', ctx)).rejects.toEqual(problem('not_connected'))
  const service = app.ctx.vendors.services.teamleader
  const services = service ? { dropbox: { auth: service.auth, turns: service.turns } } : {}
  const without = { ...app.ctx, vendors: { ...app.ctx.vendors, services } }
  const files = withFiles(without, { userId: who.userId, provider: 'dropbox' }, async () => 'called')
  await expect(files).rejects.toEqual(problem('not_connected'))
})

test('a longer wait is not shortened by a shorter one', async () => {
  await connected('dropbox')
  const { paused_until } = await app.ctx.db.asService(async (tx) => {
    await pauseUntil(tx, at('dropbox'), new Date(app.clock.now().getTime() + 60_000))
    await pauseUntil(tx, at('dropbox'), app.clock.now())
    return (await connectionAt(tx, at('dropbox'))) ?? { paused_until: new Date(0) }
  })
  expect(paused_until.getTime()).toBeGreaterThan(app.clock.now().getTime() + 50_000)
})

test('tokens that were copied to another person do not open', async () => {
  await connected('dropbox')
  const own = tokensIn(await stored('dropbox'))
  const thief = await signUp(app)
  await connectService(app, thief, 'dropbox')
  const theirs = { userId: thief.userId, provider: 'dropbox' } as const
  await app.ctx.db.asService((tx) => replaceTokens(tx, theirs, 1, own))
  await expect(withConnection(app.ctx, theirs, async () => 'called')).rejects.toThrow()
})

test('many that need a refresh at once leave connections to the database for everybody else', async () => {
  await app.control('PUT', '/control/faults', [{ service: 'dropbox', path: '/token$', delayMs: 200 }])
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(app)))
  await Promise.all(people.map((person) => connectService(app, person, 'dropbox')))
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.service_connections')
      .set({ expires_at: new Date(0) })
      .execute(),
  )
  const reading = vi.spyOn(app.ctx.db, 'asService')
  const all = Promise.all(
    people.map(({ userId }) => withConnection(app.ctx, { userId, provider: 'dropbox' }, async (_, token) => token)),
  )
  // The first thing that each does is to read what it holds; all but two then wait for their turn.
  const read = Promise.all(reading.mock.results.map(({ value }) => value))
  reading.mockRestore()
  await read
  const { pool } = app.ctx.db
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, pool.totalCount - pool.idleCount)), 10)
  await all
  clearInterval(watching)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(4)
  expect(new Set(await all).size).toBe(8)
})

test('whoever disconnects beside a refresh leaves nothing, whichever of them comes first', async () => {
  await connected('dropbox')
  await endsIn('dropbox', 1)
  let refreshed: Promise<unknown> = Promise.resolve()
  let ended: Promise<unknown> = Promise.resolve()
  await app.ctx.db.asService(async (tx) => {
    await connectionAt(tx, at('dropbox'), true)
    refreshed = tokenOf('dropbox').catch((error: unknown) => error)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    ended = disconnect(app.ctx, at('dropbox'))
  })
  expect([expect.stringMatching(/./), problem('not_connected')]).toContainEqual(await refreshed)
  await ended
  await expect(tokenOf('dropbox')).rejects.toEqual(problem('not_connected'))
  await app.drain()
})

test('open pages hear that a connection needs a new sign-in', async () => {
  const heard: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => heard.push(type))
  const hears = (type: string) =>
    eventually(
      async () => heard,
      (types) => types.includes(type),
    )
  await connected('dropbox')
  await hears('connections')
  heard.length = 0
  await withConnection(app.ctx, at('dropbox'), fails('signed_out').call).catch(() => undefined)
  await hears('connections')
  await hears('notification')
  end()
})
