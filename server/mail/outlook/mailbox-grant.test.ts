import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noMailServers } from '../../../test/kit/no-mail-servers.ts'
import { switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import {
  accessTokenOf,
  addMailbox,
  callFunction,
  connectMailbox,
  eventually,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { waitingForLock } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import type { FunctionRoute } from '../../http/routing/route.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { mailAuthentication } from '../mail-authentication.ts'
import { mailGraph } from '../mail-graph.ts'
import { mailWebhookManagement } from '../mail-webhook-management.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { listMailboxes } from '../mailboxes/mailbox-queries.ts'
import { findTokens } from './token-queries.ts'

const app = await appOfFile()
let who: Visitor
let email: string
let mailboxId: string
beforeEach(async () => {
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await addMailbox(app, who.userId, email)
  await app.control('DELETE', '/control/requests')
})
afterEach(async () => {
  await app.faults()
  await switchOffMailboxes(app)
})

const stored = async () => {
  const row = await app.ctx.db.asService((tx) => findTokens(tx, mailboxId))
  if (!row) throw new Error('no tokens')
  return row
}
const statusOf = async () => (await app.ctx.db.asService((tx) => listMailboxes(tx, who.userId)))[0]?.status
const refreshes = async () => (await requestsTo(app, 'entra')).filter(({ method }) => method === 'POST').length
const refresh = (visitor = who) => callFunction(app, visitor, 'mail-authentication', { action: 'refresh', mailboxId })
const endAccess = () => app.control('PUT', `/control/outlook/${email}/token`, { expireAccess: true })
const revoke = () => app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
/** Lets the access token expire in this many minutes. */
const endsIn = (minutes: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: new Date(app.clock.now().getTime() + minutes * 60_000) })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
const accessError = (kind: string) => expect.objectContaining({ name: 'MailboxAccessError', kind })

test('uses a token that is valid for more than five minutes', async () => {
  await endsIn(5.1)
  await accessTokenOf(app.ctx, mailboxId)
  expect(await refreshes()).toBe(0)
})

test('refreshes a token that expires sooner, and stores the new pair', async () => {
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

test('ten concurrent callers on two nodes make one refresh call', async () => {
  await using other = await startNode(app)
  await endsIn(1)
  // Long enough that both nodes would call.
  await app.faults({ service: 'entra', path: 'token', delayMs: 250 })
  const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? app.ctx : other.ctx))
  const tokens = await Promise.all(nodes.map((ctx) => accessTokenOf(ctx, mailboxId)))
  expect(new Set(tokens).size).toBe(1)
  expect(await refreshes()).toBe(1)
})

test('concurrent callers of an ended grant make one refresh call', async () => {
  await revoke()
  await endsIn(1)
  const calls = await Promise.allSettled(Array.from({ length: 5 }, () => accessTokenOf(app.ctx, mailboxId)))
  expect(calls).toEqual(calls.map(() => ({ status: 'rejected', reason: accessError('auth') })))
  expect(await refreshes()).toBe(1)
})

test('keeps the refresh token where the response contains none', async () => {
  const before = await stored()
  const sealContext = `app.mailbox_tokens/${mailboxId}/${who.userId}/refresh`
  await app.faults({
    service: 'entra',
    path: 'token',
    status: 200,
    times: 1,
    body: { token_type: 'Bearer', access_token: 'new', expires_in: 3600, scope: '' },
  })
  expect((await refresh()).status).toBe(200)
  expect(app.ctx.sealer.open(sealContext, (await stored()).refresh_token_sealed)).toBe(
    app.ctx.sealer.open(sealContext, before.refresh_token_sealed),
  )
})

describe('a valid token that Graph refuses', () => {
  test('is refreshed once, and the call is repeated once', async () => {
    await endAccess()
    expect(await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())).toEqual(expect.any(String))
    expect(await refreshes()).toBe(1)
    expect((await requestsTo(app, 'graph')).map(({ status }) => status)).toEqual([401, 200])
  })

  test('requires a sign-in where Graph refuses the new token too', async () => {
    await app.faults({ service: 'graph', path: '', status: 401 })
    const call = withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())
    await expect(call).rejects.toEqual(accessError('auth'))
    expect(await requestsTo(app, 'graph')).toHaveLength(2)
    expect(await statusOf()).toBe('reauth_required')
  })
})

describe('an ended grant', () => {
  test('sets the mailbox status, and stops all calls until the user refreshes', async () => {
    await revoke()
    await endsIn(1)
    await expect(accessTokenOf(app.ctx, mailboxId)).rejects.toEqual(accessError('auth'))
    expect(await statusOf()).toBe('reauth_required')
    await app.control('DELETE', '/control/requests')
    await expect(accessTokenOf(app.ctx, mailboxId)).rejects.toBeInstanceOf(MailboxAccessError)
    expect(await refreshes()).toBe(0)
    expect(await refresh()).toMatchObject({ status: 409, body: { error: { code: 'mailbox_reauth_required' } } })
    expect(await refreshes()).toBe(1)
    await connectMailbox(app, who, email)
    expect(await statusOf()).toBe('active')
    expect((await refresh()).body).toMatchObject({ success: true, expires_at: expect.any(String) })
  })

  test.for([
    ['interaction_required', 50076, 'reauth_required'],
    ['invalid_grant', 50196, 'active'],
    ['invalid_client', 7000222, 'active'],
  ] as const)('%s AADSTS%i leaves the mailbox %s', async ([error, number, status]) => {
    await app.faults({
      service: 'entra',
      path: 'token',
      status: 400,
      body: { error, error_codes: [number], error_description: `AADSTS${number}: x` },
    })
    expect((await refresh()).status).toBeGreaterThanOrEqual(400)
    expect(await statusOf()).toBe(status)
  })

  test('reports required administrator approval', async () => {
    await app.faults({
      service: 'entra',
      path: 'token',
      status: 400,
      body: { error: 'invalid_grant', error_codes: [53003] },
    })
    expect(await statusOf()).toBe('active')
    expect(await refresh()).toMatchObject({ status: 409, body: { error: { code: 'mailbox_reauth_required' } } })
  })
})

test.for([
  [{ status: 503 }, 'outlook_unreachable'],
  [{ status: 429, retryAfter: 3 }, 'outlook_busy'],
  [{ status: 200, body: { nonsense: true } }, 'outlook_unreachable'],
] as const)('a failure of Entra (%j) leaves the grant unchanged', async ([fault, code]) => {
  const before = await stored()
  await app.faults({ service: 'entra', path: 'token', ...fault, times: 1 })
  expect(await refresh()).toMatchObject({ body: { error: { code } } })
  expect(await stored()).toEqual({ ...before, token_provider_state: expect.toBeOneOf([null, 'suspected']) })
  expect((await refresh()).status).toBe(200)
})

test('marks a mailbox as unavailable, and as active once it responds again', async () => {
  await app.faults({
    service: 'graph',
    path: '',
    status: 404,
    body: { error: { code: 'MailboxNotEnabledForRESTAPI', message: '' } },
  })
  const probe = () => withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())
  await expect(probe()).rejects.toEqual(accessError('unavailable'))
  expect(await statusOf()).toBe('unavailable')
  await app.faults()
  await expect(probe()).rejects.toMatchObject({ code: 'paused' })
  await app.advance('15 min')
  await probe()
  expect(await statusOf()).toBe('active')
})

test('makes at most four concurrent calls for a mailbox', async () => {
  await app.control('PUT', '/control/config', { graphDelayMs: 30 })
  await Promise.all(Array.from({ length: 12 }, () => withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())))
  await app.control('PUT', '/control/config', { graphDelayMs: 2 })
  expect((await requestsTo(app, 'graph')).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
})

test("refuses another user's mailbox and an unknown one", async () => {
  const otherUser = await signUp(app)
  expect(await refresh(otherUser)).toMatchObject({ status: 404, body: { error: { code: 'mailbox_not_found' } } })
  expect(await refreshes()).toBe(0)
  await expect(accessTokenOf(app.ctx, crypto.randomUUID())).rejects.toEqual(accessError('gone'))
})

test('reconciliation refreshes tokens before they expire', async () => {
  const before = await stored()
  await app.advance('50 min')
  await app.runDueJobs()
  expect((await stored()).generation).toBe(before.generation)
  await app.advance('50 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  expect((await stored()).generation).toBe(before.generation + 1)
})

test('publishes live events for status changes', async () => {
  const events: string[] = []
  const end = app.ctx.live.subscribe(who.userId, (event) =>
    events.push(`${event.type} ${'mailboxId' in event && event.mailboxId}`),
  )
  await refresh()
  await eventually(
    async () => events,
    (events) => events.includes(`mailbox ${mailboxId}`),
  )
  await revoke()
  // The second refresh leaves the status as it was.
  for (const expected of ['reauth_required', 'reauth_required']) {
    events.length = 0
    await refresh()
    await eventually(
      async () => events,
      (events) => events.includes(`mailbox ${mailboxId}`),
    )
    expect(await statusOf()).toBe(expected)
  }
  end()
})

test('requires a sign-in where Graph refuses a token of a revoked grant', async () => {
  await app.control('PUT', '/control/config', { continuousAccessEvaluation: true })
  await revoke()
  const call = withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())
  await expect(call).rejects.toEqual(accessError('auth'))
  await app.control('PUT', '/control/config', { continuousAccessEvaluation: false })
  expect(await statusOf()).toBe('reauth_required')
})

test('every function reports that Microsoft is not configured', async () => {
  const ctx = {
    ...app.ctx,
    vendors: { microsoft: null, smtp: null, stripe: null, model: null, imap: noMailServers, signIn: {}, services: {} },
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

test('a refresh does not deadlock with connecting again or disconnecting', async () => {
  const outcome = Promise.withResolvers<number>()
  await endsIn(1)
  await revoke()
  await app.ctx.db.asService(async (tx) => {
    // The lock order of connecting and disconnecting: the mailbox, then its tokens.
    await tx.updateTable('mailboxes').set({ name: 'Renamed' }).where('id', '=', mailboxId).execute()
    const refreshed = refresh()
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await tx.updateTable('app.mailbox_tokens').set({ scopes: 'openid' }).where('mailbox_id', '=', mailboxId).execute()
    void refreshed.then(({ status }) => outcome.resolve(status))
  })
  expect(await outcome.promise).toBe(409)
  expect(await statusOf()).toBe('reauth_required')
})
