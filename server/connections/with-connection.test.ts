import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import { callFunction, eventually, requestsTo, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { allServices, connectService, serviceNames } from '../../test/kit/services.ts'
import { waitingForLock } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { startNode } from '../../test/kit/start-node.ts'
import { PausedError } from '../vendors/http/vendor-error.ts'
import { ServiceError, type ServiceRefusal } from '../vendors/services/service-error.ts'
import { disconnectService } from './disconnect-service.ts'
import { findConnection, replaceConnectionTokens, type Connection } from './connection-queries.ts'
import { requireConnection } from './require-connection.ts'
import { withConnection, withFiles } from './with-connection.ts'

const app = await appOfFile({ env: allServices })
let who: Visitor
const other = await startNode(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  who = await signUp(app)
})
afterEach(() => app.faults())

const at = (provider: Provider) => ({ userId: who.userId, provider })
async function stored(provider: Provider) {
  const row = await app.ctx.db.asService((tx) => findConnection(tx, at(provider)))
  if (!row) throw new Error('not connected')
  return row
}
/** Connects a service and clears the request log. */
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
/** The one call that all services support. */
const accountOf = (provider: Provider) =>
  withConnection(app.ctx, at(provider), ({ auth }, token) => auth.account(token))
const refreshes = async (provider: Provider) =>
  (await requestsTo(app, serviceNames[provider].tokens)).filter(({ url }) => url.endsWith('token')).length
const accessError = (kind: string) => expect.objectContaining({ name: 'ConnectionAccessError', kind })
const listNotifications = async () => (await callFunction(app, who, 'notifications', { action: 'list' })).body
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

const failedRefreshes = [
  [{ status: 500 }, null],
  [{ status: 503 }, null],
  [{ status: 429, retryAfter: 30 }, 30_000],
  [{ drop: true }, null],
  [{ status: 401, body: { error: 'invalid_client' } }, null],
  [{ status: 400, body: { error: 'invalid_request' } }, null],
  [{ status: 200, body: '<html>', contentType: 'text/html' }, null],
] as const

describe.for(Provider.options)('%s', (provider) => {
  test('refreshes a token that expires sooner, and stores it before use', async () => {
    await connected(provider)
    const before = await stored(provider)
    await endsIn(provider, 4.9)
    const [token, during] = await withConnection(app.ctx, at(provider), async (_, used) => [
      used,
      await stored(provider),
    ])
    const sealContext = `app.service_connections/${who.userId}/${provider}`
    expect(app.ctx.sealer.open(`${sealContext}/access`, during.access_token_sealed)).toBe(token)
    expect(during).toMatchObject({ generation: 2, scopes: before.scopes })
    expect(during.expires_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 50 * 60_000)
    const kept = app.ctx.sealer.open(`${sealContext}/refresh`, during.refresh_token_sealed)
    const isOld = kept === app.ctx.sealer.open(`${sealContext}/refresh`, before.refresh_token_sealed)
    expect(isOld).toBe(provider === 'dropbox' || provider === 'google_drive')
    expect(await accountOf(provider)).toMatchObject({ id: before.account_id })
  })

  test('an ended grant sets the status, creates one notification, and stops all calls', async () => {
    const email = await connected(provider)
    const { path, tokens: service } = serviceNames[provider]
    if (provider === 'onedrive') await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
    else await app.control('DELETE', `/control/${path}/accounts/${email}/grant`)
    await endsIn(provider, 1)
    await expect(tokenOf(provider)).rejects.toEqual(accessError('signed_out'))
    expect(await stored(provider)).toMatchObject({ status: 'needs_reauth' })
    expect(await listNotifications()).toMatchObject({
      unread: 1,
      notifications: [{ kind: 'connection_needs_sign_in', provider }],
    })
    await callFunction(app, who, 'notifications', { action: 'read', which: 'all' })
    await app.control('DELETE', '/control/requests')
    await expect(tokenOf(provider)).rejects.toEqual(accessError('signed_out'))
    expect(await requestsTo(app, service)).toEqual([])
    expect(await listNotifications()).toMatchObject({ unread: 0 })
  })
})

test('uses a token that is valid for more than five minutes', async () => {
  await connected('dropbox')
  await endsIn('dropbox', 5.1)
  await tokenOf('dropbox')
  expect(await refreshes('dropbox')).toBe(0)
})

test('ten concurrent callers on two nodes make one refresh call', async () => {
  await connected('dropbox')
  await endsIn('dropbox', 1)
  const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? app.ctx : other.ctx))
  const tokens = await Promise.all(nodes.map((ctx) => tokenOf('dropbox', ctx)))
  expect(new Set(tokens).size).toBe(1)
  expect(await refreshes('dropbox')).toBe(1)
})

test('a failed refresh leaves the grant unchanged', async () => {
  await connected('dropbox')
  for (const [fault, retryAfterMs] of failedRefreshes) {
    const { generation, refresh_token_sealed } = await stored('dropbox')
    await endsIn('dropbox', 1)
    await app.faults({ service: 'dropbox', path: '/(access_)?token$', ...fault, times: 1 })
    // A refused registration opens the circuit breaker until the next probe.
    const isRegistrationRefused = 'status' in fault && fault.status === 401
    const retried = { refusal: 'later', transient: true, retryAfterMs }
    await expect(tokenOf('dropbox')).rejects.toMatchObject(isRegistrationRefused ? { outage: 'provider' } : retried)
    expect(await stored('dropbox')).toMatchObject({ status: 'active', generation, refresh_token_sealed })
    if (retryAfterMs) await app.advance('30 s')
    if (isRegistrationRefused) await app.advance('1 min')
    expect(await tokenOf('dropbox')).not.toBe('')
    expect(await stored('dropbox')).toMatchObject({ generation: generation + 1 })
  }
})

test.for([
  ['dropbox', 'active'],
  ['google_drive', 'active'],
  ['onedrive', 'active'],
  // Refresh tokens work once here: the stored one is used up, and the new one is lost with the response.
  ['teamleader', 'needs_reauth'],
] as const)('a lost token response leaves %s %s', async ([provider, status]) => {
  await connected(provider)
  await endsIn(provider, 1)
  const service = serviceNames[provider].tokens
  const lost = { service, path: '/(access_)?token$', when: 'after', drop: true, times: 1 }
  await app.faults(lost)
  await expect(tokenOf(provider)).rejects.toMatchObject({ refusal: 'later' })
  expect(await stored(provider)).toMatchObject({ status: 'active', generation: 1 })
  await tokenOf(provider).catch(() => undefined)
  expect(await stored(provider)).toMatchObject({ status })
})

describe('a refused call', () => {
  test.for(['dropbox', 'onedrive', 'teamleader'] as const)(
    'is repeated once with a new token after %s refuses the old one',
    async (provider) => {
      const email = await connected(provider)
      await expireAccess(provider, email)
      expect(await accountOf(provider)).toMatchObject({ email })
      expect(await refreshes(provider)).toBe(1)
      expect(await stored(provider)).toMatchObject({ status: 'active', generation: 2 })
    },
  )

  test('requires a sign-in where the new token is refused too', async () => {
    await connected('dropbox')
    const { call, calls } = fails('unauthorized', null, 401)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(accessError('signed_out'))
    expect(calls()).toBe(2)
    expect(await refreshes('dropbox')).toBe(1)
    expect(await stored('dropbox')).toMatchObject({ status: 'needs_reauth' })
  })

  test.for([
    ['signed_out', 'signed_out'],
    ['scope', 'scope'],
  ] as const)('as %s requires a sign-in immediately', async ([refusal, kind]) => {
    await connected('dropbox')
    const { call, calls } = fails(refusal)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(accessError(kind))
    expect(await stored('dropbox')).toMatchObject({ status: 'needs_reauth' })
    expect(await listNotifications()).toMatchObject({ unread: 1 })
    // The token would be valid for hours.
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toEqual(accessError('signed_out'))
    expect(calls()).toBe(1)
  })

  test.for(['quota', 'conflict', 'gone', 'unknown', 'refused'] as const)(
    'a call refused with `%s` is passed on to the caller',
    async (refusal) => {
      await connected('dropbox')
      const before = await stored('dropbox')
      const { call, calls } = fails(refusal)
      await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal })
      expect(calls()).toBe(1)
      const schedule = { consecutive_failures: refusal === 'unknown' ? 1 : 0, paused_until: expect.any(Date) }
      expect(await stored('dropbox')).toEqual({ ...before, ...schedule })
    },
  )

  test.for([
    [90_000, '90 s'],
    [null, '10 s'],
  ] as const)('a call refused with `later` (Retry-After %s ms) pauses all calls', async ([wait, pause]) => {
    await connected('dropbox')
    const { call } = fails('later', wait, 429)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal: 'later' })
    const { call: again, calls } = fails('refused')
    const retried = withConnection(app.ctx, at('dropbox'), again)
    await expect(retried).rejects.toThrow(PausedError)
    expect(calls()).toBe(0)
    await app.advance(pause)
    expect(await tokenOf('dropbox')).not.toBe('')
  })

  test('a call refused with `later` and no Retry-After may be repeated immediately', async () => {
    await connected('dropbox')
    const { call } = fails('later', null, 503)
    await expect(withConnection(app.ctx, at('dropbox'), call)).rejects.toMatchObject({ refusal: 'later' })
    expect(await tokenOf('dropbox')).not.toBe('')
  })

  test('with replaced tokens does not affect the new ones', async () => {
    await connected('dropbox')
    const call = withConnection(app.ctx, at('dropbox'), async () => {
      const same = tokensIn(await stored('dropbox'))
      await app.ctx.db.asService((tx) => replaceConnectionTokens(tx, at('dropbox'), 1, same))
      throw new ServiceError('dropbox', 'signed_out', { status: 401, code: 'planned' })
    })
    await expect(call).rejects.toEqual(accessError('signed_out'))
    expect(await stored('dropbox')).toMatchObject({ status: 'active', generation: 2 })
    expect(await listNotifications()).toMatchObject({ unread: 0 })
  })
})

test('does not continue work of one account in another that was connected meanwhile', async () => {
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
  await expect(require(old)).rejects.toEqual(accessError('not_connected'))
  await require(now)
  await withConnection(app.ctx, at('dropbox'), fails('signed_out').call).catch(() => undefined)
  await expect(require(now)).rejects.toEqual(accessError('signed_out'))
  await disconnectService(app.ctx, at('dropbox'))
  await expect(require(now)).rejects.toEqual(accessError('not_connected'))
})

test('reports missing, unconfigured and other users’ connections as not connected', async () => {
  await expect(tokenOf('dropbox')).rejects.toEqual(accessError('not_connected'))
  await connected('dropbox')
  const otherUser = { userId: (await signUp(app)).userId, provider: 'dropbox' } as const
  await expect(withConnection(app.ctx, otherUser, async () => 'called')).rejects.toEqual(accessError('not_connected'))
  const ctx = { ...app.ctx, vendors: { ...app.ctx.vendors, services: {} } }
  await expect(tokenOf('dropbox', ctx)).rejects.toEqual(accessError('not_connected'))
  const service = app.ctx.vendors.services.teamleader
  const services = service ? { dropbox: { auth: service.auth, limiter: service.limiter } } : {}
  const without = { ...app.ctx, vendors: { ...app.ctx.vendors, services } }
  const files = withFiles(without, { userId: who.userId, provider: 'dropbox' }, async () => 'called')
  await expect(files).rejects.toEqual(accessError('not_connected'))
})

test('a shorter pause does not shorten a longer one', async () => {
  await connected('dropbox')
  // Both are in flight before either fails.
  const inFlight = Promise.withResolvers<void>()
  let calls = 0
  const call = async (retryAfterMs: number): Promise<never> => {
    if (++calls === 2) inFlight.resolve()
    await inFlight.promise
    throw new ServiceError('dropbox', 'later', { status: 429, code: 'planned', retryAfterMs })
  }
  const both = [60_000, 1000].map((ms) => withConnection(app.ctx, at('dropbox'), () => call(ms)))
  await Promise.allSettled(both)
  const { paused_until, consecutive_failures } = await stored('dropbox')
  expect(consecutive_failures).toBe(1)
  expect(paused_until.getTime()).toBeGreaterThan(app.clock.now().getTime() + 50_000)
})

test('cannot open tokens that were copied to another user', async () => {
  await connected('dropbox')
  const own = tokensIn(await stored('dropbox'))
  const otherUser = await signUp(app)
  await connectService(app, otherUser, 'dropbox')
  const theirs = { userId: otherUser.userId, provider: 'dropbox' } as const
  await app.ctx.db.asService((tx) => replaceConnectionTokens(tx, theirs, 1, own))
  await expect(withConnection(app.ctx, theirs, async () => 'called')).rejects.toThrow()
})

test('concurrent refreshes leave database connections free', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => signUp(app)))
  await Promise.all(users.map((user) => connectService(app, user, 'dropbox')))
  const { pool } = app.ctx.db
  let refreshed: Promise<string[]> = Promise.resolve([])
  const end = (tx: Tx) =>
    tx
      .updateTable('app.service_connections')
      .set({ expires_at: new Date(0) })
      .execute()
  await app.ctx.db.asService(end)
  await app.ctx.db.asService(async (tx) => {
    // Its rows are locked: each refresh that has begun keeps its connection.
    await end(tx)
    const reading = vi.spyOn(app.ctx.db, 'asService')
    refreshed = Promise.all(
      users.map(({ userId }) => withConnection(app.ctx, { userId, provider: 'dropbox' }, async (_, token) => token)),
    )
    const read = reading.mock.results.map(({ value }) => value)
    reading.mockRestore()
    await Promise.all(read)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    // This transaction, two refreshes, and one for background work.
    expect(pool.totalCount - pool.idleCount + pool.waitingCount).toBeLessThanOrEqual(4)
  })
  expect(new Set(await refreshed).size).toBe(8)
})

test('disconnecting during a refresh leaves no connection, in either order', async () => {
  await connected('dropbox')
  await endsIn('dropbox', 1)
  let refreshed: Promise<unknown> = Promise.resolve()
  let ended: Promise<unknown> = Promise.resolve()
  await app.ctx.db.asService(async (tx) => {
    await findConnection(tx, at('dropbox'), true)
    refreshed = tokenOf('dropbox').catch((error: unknown) => error)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    ended = disconnectService(app.ctx, at('dropbox'))
  })
  expect([expect.stringMatching(/./), accessError('not_connected')]).toContainEqual(await refreshed)
  await ended
  await expect(tokenOf('dropbox')).rejects.toEqual(accessError('not_connected'))
})

test('publishes a live event when a connection needs a new sign-in', async () => {
  const events: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => events.push(type))
  const expectEvent = (type: string) =>
    eventually(
      async () => events,
      (types) => types.includes(type),
    )
  await connected('dropbox')
  await expectEvent('connections')
  events.length = 0
  await withConnection(app.ctx, at('dropbox'), fails('signed_out').call).catch(() => undefined)
  await expectEvent('connections')
  await expectEvent('notification')
  end()
})
