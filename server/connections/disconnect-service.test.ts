import { afterEach, expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { allRows } from '../../test/kit/all-rows.ts'
import { callFunction, eventually, requestsTo, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { allServices, connectService, serviceNames } from '../../test/kit/services.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { requireSignIn } from './require-sign-in.ts'
import { findConnection } from './connection-queries.ts'
import { withConnection } from './with-connection.ts'

const app = await appOfFile({ env: allServices })
afterEach(() => app.faults())

const ask = (who: Visitor, provider: string) =>
  callFunction(app, who, 'service-connections', { action: 'disconnect', provider })
const connections = async (who: Visitor) =>
  (await callFunction(app, who, 'service-connections', { action: 'list' })).body['connections']
const waiting = () => app.ctx.db.asService((tx) => tx.selectFrom('app.service_revocations').selectAll().execute())
const reconcile = async () => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-connections', {}))
  await app.runDueJobs()
}

/** The stored refresh token, to be tried after the revocation. */
async function refreshTokenOf(who: Visitor, provider: Provider): Promise<string> {
  const row = await app.ctx.db.asService((tx) => findConnection(tx, { userId: who.userId, provider }))
  return app.ctx.sealer.open(
    `app.service_connections/${who.userId}/${provider}/refresh`,
    row?.refresh_token_sealed ?? '',
  )
}
async function works(provider: Provider, refreshToken: string): Promise<boolean> {
  const tried = app.ctx.vendors.services[provider]?.auth.refresh(refreshToken)
  return (
    (await tried?.then(
      () => true,
      () => false,
    )) === true
  )
}

test.for(Provider.options)('deletes the connection to %s immediately, and then revokes the grant', async (provider) => {
  const who = await signUp(app)
  await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  await app.control('DELETE', '/control/requests')
  expect(await ask(who, provider)).toMatchObject({ status: 200, body: { success: true } })
  expect(await connections(who)).toEqual([])
  expect(await requestsTo(app, serviceNames[provider].tokens)).toEqual([])
  const call = withConnection(app.ctx, { userId: who.userId, provider }, async () => 'called')
  await expect(call).rejects.toMatchObject({ name: 'ConnectionAccessError', kind: 'not_connected' })
  await app.runDueJobs()
  expect(await waiting()).toEqual([])
  // Microsoft and TeamLeader have no revocation endpoint: the tokens are only deleted.
  expect(await works(provider, refreshToken)).toBe(provider === 'onedrive' || provider === 'teamleader')
})

test.for(['dropbox', 'google_drive'] as const)('accepts that %s has ended the grant already', async (provider) => {
  const who = await signUp(app)
  const email = await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  await app.control('DELETE', `/control/${serviceNames[provider].path}/accounts/${email}/grant`)
  expect(await app.ctx.vendors.services[provider]?.auth.revoke(refreshToken)).toBeUndefined()
  await app.ctx.db.asService((tx) => requireSignIn(tx, app.ctx, { userId: who.userId, provider }, 1))
  expect((await ask(who, provider)).body).toEqual({ success: true })
  await app.runDueJobs()
  expect(await waiting()).toEqual([])
  const { body } = await callFunction(app, who, 'notifications', { action: 'list' })
  expect(body).toEqual({ unread: 0, notifications: [] })
})

test('revokes at Dropbox although the access token has expired', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'dropbox')
  const refreshToken = await refreshTokenOf(who, 'dropbox')
  await app.control('PUT', `/control/dropbox/accounts/${email}/token`, { expireAccess: true })
  await ask(who, 'dropbox')
  await app.runDueJobs()
  expect(await works('dropbox', refreshToken)).toBe(false)
})

test.for([
  ['dropbox', { status: 503 }],
  ['google_drive', { drop: true }],
] as const)('retries the revocation every hour while %s fails (%j)', async ([provider, fault]) => {
  const who = await signUp(app)
  await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  const service = serviceNames[provider].tokens
  await app.faults({ service, path: '/(token|revoke)$', ...fault })
  expect((await ask(who, provider)).body).toEqual({ success: true })
  await app.runDueJobs()
  const [row] = await waiting()
  expect(row).toMatchObject({ provider, attempts: 1 })
  expect(row?.token_sealed).toMatch(/^v2\./)
  expect(await connections(who)).toEqual([])
  await reconcile()
  expect(await waiting()).toMatchObject([{ attempts: 2 }])
  await app.faults()
  await reconcile()
  expect(await waiting()).toEqual([])
  expect(await works(provider, refreshToken)).toBe(false)
})

test('deletes a token that cannot be revoked after more than a day', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'dropbox')
  await app.faults({ service: 'dropbox', path: '/token$', status: 503 })
  await ask(who, 'dropbox')
  await app.runDueJobs()
  await app.ctx.db.asService((tx) => tx.updateTable('app.service_revocations').set({ attempts: 28 }).execute())
  await reconcile()
  expect(await waiting()).toMatchObject([{ attempts: 29 }])
  await reconcile()
  expect(await waiting()).toEqual([])
})

test('does not revoke a Google account that another user has connected', async () => {
  const [anna, ben] = [await signUp(app), await signUp(app)]
  const email = await connectService(app, anna, 'google_drive')
  await connectService(app, ben, 'google_drive', email)
  const bens = await refreshTokenOf(ben, 'google_drive')
  await ask(anna, 'google_drive')
  await app.runDueJobs()
  expect(await works('google_drive', bens)).toBe(true)
  await ask(ben, 'google_drive')
  await app.runDueJobs()
  expect(await works('google_drive', bens)).toBe(false)
  expect(await waiting()).toEqual([])
})

test('does not revoke a Google account that the user has connected again', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'google_drive')
  await ask(who, 'google_drive')
  await connectService(app, who, 'google_drive', email)
  await app.runDueJobs()
  expect(await works('google_drive', await refreshTokenOf(who, 'google_drive'))).toBe(true)
})

test('succeeds without a connection, and leaves other users’ connections', async () => {
  const [who, otherUser] = [await signUp(app), await signUp(app)]
  await connectService(app, otherUser, 'dropbox')
  expect((await ask(who, 'dropbox')).body).toEqual({ success: true })
  expect(await connections(otherUser)).toHaveLength(1)
  await app.runDueJobs()
})

test('publishes a live event to other pages', async () => {
  const who = await signUp(app)
  const events: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => events.push(type))
  const expectEvent = () =>
    eventually(
      async () => events,
      (types) => types.includes('connections'),
    )
  await connectService(app, who, 'dropbox')
  await expectEvent()
  events.length = 0
  await ask(who, 'dropbox')
  await expectEvent()
  end()
  await app.runDueJobs()
})

test('deleting an account deletes its connections and revokes their grants', async () => {
  const who = await signUp(app)
  const emails = [await connectService(app, who, 'dropbox'), await connectService(app, who, 'google_drive')]
  const tokens = [await refreshTokenOf(who, 'dropbox'), await refreshTokenOf(who, 'google_drive')]
  expect(await callFunction(app, who, 'account-data', { action: 'delete' })).toMatchObject({ status: 200 })
  await app.runDueJobs()
  const rows = await allRows(app.database)
  expect(rows.filter((row) => [who.userId, ...emails].some((word) => row.includes(word)))).toEqual([])
  expect(await waiting()).toEqual([])
  expect(await works('dropbox', tokens[0] ?? '')).toBe(false)
  expect(await works('google_drive', tokens[1] ?? '')).toBe(false)
})

test('deletes the account although a service fails, and revokes the grant later', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'dropbox')
  const refreshToken = await refreshTokenOf(who, 'dropbox')
  await app.faults({ service: 'dropbox', path: '', status: 503 })
  await callFunction(app, who, 'account-data', { action: 'delete' })
  await app.runDueJobs()
  expect((await allRows(app.database)).filter((row) => row.includes(who.userId))).toEqual([])
  await app.faults()
  await reconcile()
  expect(await works('dropbox', refreshToken)).toBe(false)
})

test('exports the connections of an account without tokens', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'dropbox')
  const { body } = await callFunction(app, who, 'account-data', { action: 'export' })
  expect(body).toMatchObject({
    tables: { 'app.service_connections': [{ provider: 'dropbox', provider_email: email, status: 'active' }] },
  })
  expect(JSON.stringify(body)).not.toMatch(/_sealed|"v\d\./)
})
