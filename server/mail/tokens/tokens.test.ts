import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  callFunction,
  connectMailbox,
  eventually,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { createContext } from '../../../server/compose.ts'
import type { FunctionRoute } from '../../http/route.ts'
import { accessTokenOf, withMailbox } from '../access-token.ts'
import { mailAuthentication } from '../mail-authentication.ts'
import { mailGraph } from '../mail-graph.ts'
import { mailWebhookManagement } from '../mail-webhook-management.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { statusOfMailboxes } from '../queries.ts'
import { tokensOf } from './queries.ts'

let app: App
let who: Visitor
let email: string
let mailboxId: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await connectMailbox(app, who, email)
  await app.control('DELETE', '/control/requests')
})
afterEach(() => app.control('PUT', '/control/faults', []))

const stored = async () => {
  const row = await app.ctx.db.asService((tx) => tokensOf(tx, mailboxId))
  if (!row) throw new Error('no tokens')
  return row
}
const statusOf = async () => (await app.ctx.db.asService((tx) => statusOfMailboxes(tx, who.userId)))[0]?.status
const refreshes = async () => (await requestsTo(app, 'entra')).filter(({ method }) => method === 'POST').length
const refresh = (visitor = who) => callFunction(app, visitor, 'mail-authentication', { action: 'refresh', mailboxId })
const endAccess = () => app.control('PUT', `/control/outlook/${email}/token`, { expireAccess: true })
const revoke = () => app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
/** Puts the end of the access token to so many minutes from now. */
const endsIn = (minutes: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: new Date(app.clock.now().getTime() + minutes * 60_000) })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
const problem = (kind: string) => expect.objectContaining({ name: 'MailboxProblem', kind })

test('a token that is good for more than five minutes is used as it is', async () => {
  await endsIn(5.1)
  await accessTokenOf(app.ctx, mailboxId)
  expect(await refreshes()).toBe(0)
})

test('one that ends sooner is refreshed first, and the new pair is stored', async () => {
  const before = await stored()
  await endsIn(4.9)
  const token = await accessTokenOf(app.ctx, mailboxId)
  const after = await stored()
  expect(after.generation).toBe(before.generation + 1)
  expect(after.refresh_token_sealed).not.toBe(before.refresh_token_sealed)
  expect(after.expires_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 55 * 60_000)
  expect(app.ctx.sealer.open(`app.mailbox_tokens/${mailboxId}/${who.userId}/access`, after.access_token_sealed)).toBe(
    token,
  )
})

test('ten who need it at once, on two nodes, make one call', async () => {
  await using other = await createContext({
    config: app.ctx.config,
    secrets: { jwtSecret: app.ctx.config.jwtSecret ?? '', encryptionKeys: app.ctx.config.encryptionKeys ?? [] },
    server: app.database.server,
    log: app.ctx.log,
    clock: app.clock,
  })
  await endsIn(1)
  const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? app.ctx : other))
  const tokens = await Promise.all(nodes.map((ctx) => accessTokenOf(ctx, mailboxId)))
  expect(new Set(tokens).size).toBe(1)
  expect(await refreshes()).toBe(1)
})

test('many mailboxes that need it at once leave connections for everybody else', async () => {
  await app.control('PUT', '/control/faults', [{ service: 'entra', path: 'token', delayMs: 250 }])
  const others = await Promise.all(
    Array.from({ length: 10 }, async () => connectMailbox(app, who, await newMailbox(app))),
  )
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: new Date(0) })
      .execute(),
  )
  const reading = vi.spyOn(app.ctx.db, 'asService')
  const all = Promise.all(others.map((id) => accessTokenOf(app.ctx, id)))
  // The first thing that each does is to read what it holds; what is open after that waits for Entra.
  const read = Promise.all(reading.mock.results.map(({ value }) => value))
  reading.mockRestore()
  await read
  const { pool } = app.ctx.db
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, pool.totalCount - pool.idleCount)), 10)
  await all
  clearInterval(watching)
  expect(most).toBeGreaterThan(0)
  // Two for the refreshes, and what the server does besides.
  expect(most).toBeLessThanOrEqual(4)
  expect(await all).toHaveLength(10)
})

test('the old refresh token stays where no new one comes', async () => {
  const before = await stored()
  const place = `app.mailbox_tokens/${mailboxId}/${who.userId}/refresh`
  await app.control('PUT', '/control/faults', [
    {
      service: 'entra',
      path: 'token',
      status: 200,
      times: 1,
      body: { token_type: 'Bearer', access_token: 'new', expires_in: 3600, scope: '' },
    },
  ])
  expect((await refresh()).status).toBe(200)
  expect(app.ctx.sealer.open(place, (await stored()).refresh_token_sealed)).toBe(
    app.ctx.sealer.open(place, before.refresh_token_sealed),
  )
})

describe('a token that Graph refuses before its time', () => {
  test('is refreshed once, and the call repeated once', async () => {
    await endAccess()
    expect(await withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token))).toEqual(expect.any(String))
    expect(await refreshes()).toBe(1)
    expect((await requestsTo(app, 'graph')).map(({ status }) => status)).toEqual([401, 200])
  })

  test('and refused again: the person has to sign in', async () => {
    await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', status: 401 }])
    const call = withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token))
    await expect(call).rejects.toEqual(problem('auth'))
    expect(await requestsTo(app, 'graph')).toHaveLength(2)
    expect(await statusOf()).toBe('reauth_required')
  })
})

describe('a sign-in that is over', () => {
  test('shows on the mailbox, and nothing is called any more until the person asks', async () => {
    await revoke()
    await endsIn(1)
    await expect(accessTokenOf(app.ctx, mailboxId)).rejects.toEqual(problem('auth'))
    expect(await statusOf()).toBe('reauth_required')
    await app.control('DELETE', '/control/requests')
    await expect(accessTokenOf(app.ctx, mailboxId)).rejects.toBeInstanceOf(MailboxProblem)
    expect(await refreshes()).toBe(0)
    expect(await refresh()).toMatchObject({ status: 409, body: { error: { code: 'mailbox_reauth_required' } } })
    expect(await refreshes()).toBe(1)
    await connectMailbox(app, who, email)
    expect(await statusOf()).toBe('active')
    expect((await refresh()).body).toMatchObject({ success: true, expires_at: expect.any(String) })
  })

  test.for([
    ['invalid_grant', 50173, 'reauth_required'],
    ['interaction_required', 50076, 'reauth_required'],
    ['consent_required', 65001, 'reauth_required'],
    ['invalid_grant', 50196, 'active'],
    ['invalid_client', 7000222, 'active'],
    ['invalid_scope', 70011, 'active'],
    ['temporarily_unavailable', 90033, 'active'],
    ['server_error', 90012, 'active'],
  ] as const)('%s AADSTS%i leaves the mailbox %s', async ([error, number, status]) => {
    await app.control('PUT', '/control/faults', [
      {
        service: 'entra',
        path: 'token',
        status: 400,
        body: { error, error_codes: [number], error_description: `AADSTS${number}: x` },
      },
    ])
    expect((await refresh()).status).toBeGreaterThanOrEqual(400)
    expect(await statusOf()).toBe(status)
  })

  test('tells who must be asked where signing in again will not help', async () => {
    await app.control('PUT', '/control/faults', [
      { service: 'entra', path: 'token', status: 400, body: { error: 'invalid_grant', error_codes: [53003] } },
    ])
    expect(await statusOf()).toBe('active')
    expect(await refresh()).toMatchObject({ status: 409, body: { error: { code: 'mailbox_reauth_required' } } })
  })
})

test.for([
  [{ status: 503 }, 'outlook_unreachable'],
  [{ status: 502, body: '<html>', contentType: 'text/html' }, 'outlook_unreachable'],
  [{ status: 429, retryAfter: 3 }, 'outlook_busy'],
  [{ action: 'cut' }, 'outlook_unreachable'],
  [{ status: 200, body: { nonsense: true } }, 'outlook_unreachable'],
] as const)('trouble at Entra (%j) costs nothing but time', async ([fault, code]) => {
  const before = await stored()
  await app.control('PUT', '/control/faults', [{ service: 'entra', path: 'token', ...fault, times: 1 }])
  expect(await refresh()).toMatchObject({ body: { error: { code } } })
  expect(await stored()).toEqual(before)
  expect((await refresh()).status).toBe(200)
})

test('a mailbox that turned out to be unavailable says so, and comes back', async () => {
  await app.control('PUT', '/control/faults', [
    { service: 'graph', path: '', status: 404, body: { error: { code: 'MailboxNotEnabledForRESTAPI', message: '' } } },
  ])
  const probe = () => withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token))
  await expect(probe()).rejects.toEqual(problem('unavailable'))
  expect(await statusOf()).toBe('unavailable')
  await app.control('PUT', '/control/faults', [])
  await expect(probe()).rejects.toMatchObject({ code: 'paused' })
  await app.advance('15 min')
  await probe()
  expect(await statusOf()).toBe('active')
})

test('at most four calls of a mailbox are in flight', async () => {
  await app.control('PUT', '/control/config', { graphDelayMs: 30 })
  await Promise.all(
    Array.from({ length: 12 }, () => withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token))),
  )
  await app.control('PUT', '/control/config', { graphDelayMs: 2 })
  expect((await requestsTo(app, 'graph')).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
})

test("another person's mailbox is refused, and so is one that is not there", async () => {
  const stranger = await signUp(app)
  expect(await refresh(stranger)).toMatchObject({ status: 404, body: { error: { code: 'mailbox_not_found' } } })
  expect(await refreshes()).toBe(0)
  await expect(accessTokenOf(app.ctx, crypto.randomUUID())).rejects.toEqual(problem('gone'))
})

test('waking up refreshes in time', async () => {
  const before = await stored()
  await app.advance('50 min')
  await app.drain()
  expect((await stored()).generation).toBe(before.generation)
  await app.advance('50 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'look-after-mailboxes', {}))
  await app.drain()
  expect((await stored()).generation).toBe(before.generation + 1)
})

test('the page hears of what changes, at once', async () => {
  const heard: string[] = []
  const end = app.ctx.live.subscribe(who.userId, (event) =>
    heard.push(`${event.type} ${'mailboxId' in event && event.mailboxId}`),
  )
  await refresh()
  await eventually(
    async () => heard,
    (events) => events.includes(`mailbox ${mailboxId}`),
  )
  heard.length = 0
  await revoke()
  await refresh()
  await eventually(
    async () => heard,
    (events) => events.includes(`mailbox ${mailboxId}`),
  )
  end()
})

test('where the grant was taken back, a call that is refused at once asks for a new sign-in', async () => {
  await app.control('PUT', '/control/config', { continuousAccessEvaluation: true })
  await revoke()
  const call = withMailbox(app.ctx, mailboxId, (graph, token) => graph.inboxId(token))
  await expect(call).rejects.toEqual(problem('auth'))
  await app.control('PUT', '/control/config', { continuousAccessEvaluation: false })
  expect(await statusOf()).toBe('reauth_required')
})

test('without settings for Microsoft every function says so', async () => {
  const ctx = {
    ...app.ctx,
    vendors: { microsoft: null, smtp: null, stripe: null, model: null, signIn: {}, services: {} },
  }
  const user = await app.ctx.access.verify(who.token)
  const notSetUp = expect.objectContaining({ code: 'outlook_not_configured', status: 503 })
  const from = { request: new Request(app.url), ip: '127.0.0.1' }
  const ask = (route: FunctionRoute, input: unknown) => route.handle(ctx, { user, input, headers: new Headers(), from })
  await expect(ask(mailAuthentication, { action: 'authorize' })).rejects.toEqual(notSetUp)
  await expect(ask(mailAuthentication, { action: 'refresh', mailboxId })).rejects.toEqual(notSetUp)
  await expect(ask(mailGraph, { action: 'sync-folders', mailboxId })).rejects.toEqual(notSetUp)
  await expect(ask(mailWebhookManagement, { action: 'subscribe', mailboxId })).rejects.toEqual(notSetUp)
  expect(await ask(mailGraph, { action: 'status' })).toMatchObject({ connected: true })
})

test('whoever refreshes and whoever reconnects or disconnects do not block each other for ever', async () => {
  const outcome = Promise.withResolvers<number>()
  await endsIn(1)
  await revoke()
  await app.ctx.db.asService(async (tx) => {
    // As connecting and disconnecting do it: the mailbox, then its tokens.
    await tx.updateTable('mailboxes').set({ name: 'Renamed' }).where('id', '=', mailboxId).execute()
    const refreshed = refresh()
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await tx.updateTable('app.mailbox_tokens').set({ scopes: 'openid' }).where('mailbox_id', '=', mailboxId).execute()
    void refreshed.then(({ status }) => outcome.resolve(status))
  })
  expect(await outcome.promise).toBe(409)
  expect(await statusOf()).toBe('reauth_required')
})
