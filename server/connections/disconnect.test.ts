import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { allRows } from '../../test/kit/all-rows.ts'
import { callFunction, eventually, requestsTo, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { allServices, connectService, serviceNames } from '../../test/kit/services.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { needsSignIn } from './needs-sign-in.ts'
import { connectionAt } from './queries.ts'
import { withConnection } from './with-connection.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => app.control('PUT', '/control/faults', []))

const ask = (who: Visitor, provider: string) =>
  callFunction(app, who, 'service-connections', { action: 'disconnect', provider })
const connections = async (who: Visitor) =>
  (await callFunction(app, who, 'service-connections', { action: 'list' })).body['connections']
const waiting = () => app.ctx.db.asService((tx) => tx.selectFrom('app.service_revocations').selectAll().execute())
const lookAfter = async () => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'look-after-connections', {}))
  await app.drain()
}

/** The refresh token as it is stored, to be tried afterwards. */
async function refreshTokenOf(who: Visitor, provider: Provider): Promise<string> {
  const row = await app.ctx.db.asService((tx) => connectionAt(tx, { userId: who.userId, provider }))
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

test.for(Provider.options)('%s is forgotten at once, and then told', async (provider) => {
  const who = await signUp(app)
  await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  await app.control('DELETE', '/control/requests')
  expect(await ask(who, provider)).toMatchObject({ status: 200, body: { success: true } })
  expect(await connections(who)).toEqual([])
  expect(await requestsTo(app, serviceNames[provider].tokens)).toEqual([])
  const call = withConnection(app.ctx, { userId: who.userId, provider }, async () => 'called')
  await expect(call).rejects.toMatchObject({ name: 'ServiceProblem', kind: 'not_connected' })
  await app.drain()
  expect(await waiting()).toEqual([])
  // Microsoft and TeamLeader have no call for it: there the tokens are only forgotten.
  expect(await works(provider, refreshToken)).toBe(provider === 'onedrive' || provider === 'teamleader')
})

test.for(['dropbox', 'google_drive'] as const)('where %s has ended it already, that is no error', async (provider) => {
  const who = await signUp(app)
  const email = await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  await app.control('DELETE', `/control/${serviceNames[provider].path}/accounts/${email}/grant`)
  expect(await app.ctx.vendors.services[provider]?.auth.revoke(refreshToken)).toBeUndefined()
  await app.ctx.db.asService((tx) => needsSignIn(tx, app.ctx, { userId: who.userId, provider }, 1))
  expect((await ask(who, provider)).body).toEqual({ success: true })
  await app.drain()
  expect(await waiting()).toEqual([])
  const { body } = await callFunction(app, who, 'notifications', { action: 'list' })
  expect(body).toEqual({ unread: 0, notifications: [] })
})

test('an access token that is too old does not keep Dropbox from hearing of it', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'dropbox')
  const refreshToken = await refreshTokenOf(who, 'dropbox')
  await app.control('PUT', `/control/dropbox/accounts/${email}/token`, { expireAccess: true })
  await ask(who, 'dropbox')
  await app.drain()
  expect(await works('dropbox', refreshToken)).toBe(false)
})

test.for([
  ['dropbox', { status: 503 }],
  ['dropbox', { drop: true }],
  ['dropbox', { status: 429, retryAfter: 60 }],
  ['google_drive', { status: 500 }],
  ['google_drive', { drop: true }],
] as const)('where %s does not answer (%j) it is told every hour until it does', async ([provider, fault]) => {
  const who = await signUp(app)
  await connectService(app, who, provider)
  const refreshToken = await refreshTokenOf(who, provider)
  const service = serviceNames[provider].tokens
  await app.control('PUT', '/control/faults', [{ service, path: '/(token|revoke)$', ...fault }])
  expect((await ask(who, provider)).body).toEqual({ success: true })
  await app.drain()
  const [row] = await waiting()
  expect(row).toMatchObject({ provider, attempts: 1 })
  expect(row?.token_sealed).toMatch(/^v1\./)
  expect(await connections(who)).toEqual([])
  await lookAfter()
  expect(await waiting()).toMatchObject([{ attempts: 2 }])
  await app.control('PUT', '/control/faults', [])
  await lookAfter()
  expect(await waiting()).toEqual([])
  expect(await works(provider, refreshToken)).toBe(false)
})

test('a token that cannot be ended is forgotten after more than a day', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'dropbox')
  await app.control('PUT', '/control/faults', [{ service: 'dropbox', path: '/token$', status: 503 }])
  await ask(who, 'dropbox')
  await app.drain()
  for (let hour = 1; hour < 30; hour++) {
    expect(await waiting()).toHaveLength(1)
    await lookAfter()
  }
  expect(await waiting()).toEqual([])
})

test('at Google one connection’s end is not the end of another’s to the same account', async () => {
  const [anna, ben] = [await signUp(app), await signUp(app)]
  const email = await connectService(app, anna, 'google_drive')
  await connectService(app, ben, 'google_drive', email)
  const bens = await refreshTokenOf(ben, 'google_drive')
  await ask(anna, 'google_drive')
  await app.drain()
  expect(await works('google_drive', bens)).toBe(true)
  await ask(ben, 'google_drive')
  await app.drain()
  expect(await works('google_drive', bens)).toBe(false)
  expect(await waiting()).toEqual([])
})

test('whoever has connected Google again meanwhile keeps that', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'google_drive')
  await ask(who, 'google_drive')
  await connectService(app, who, 'google_drive', email)
  await app.drain()
  expect(await works('google_drive', await refreshTokenOf(who, 'google_drive'))).toBe(true)
})

test('what is not connected is disconnected, and another person’s connection stays', async () => {
  const [who, stranger] = [await signUp(app), await signUp(app)]
  await connectService(app, stranger, 'dropbox')
  expect((await ask(who, 'dropbox')).body).toEqual({ success: true })
  expect(await connections(stranger)).toHaveLength(1)
  await app.drain()
})

test('the other pages of the person hear of it', async () => {
  const who = await signUp(app)
  const heard: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => heard.push(type))
  const hears = () =>
    eventually(
      async () => heard,
      (types) => types.includes('connections'),
    )
  await connectService(app, who, 'dropbox')
  await hears()
  heard.length = 0
  await ask(who, 'dropbox')
  await hears()
  end()
  await app.drain()
})

test('a deleted account leaves no connection here and none at the services', async () => {
  const who = await signUp(app)
  const emails = [await connectService(app, who, 'dropbox'), await connectService(app, who, 'google_drive')]
  const tokens = [await refreshTokenOf(who, 'dropbox'), await refreshTokenOf(who, 'google_drive')]
  expect(await callFunction(app, who, 'account-data', { action: 'delete' })).toMatchObject({ status: 200 })
  await app.drain()
  const rows = await allRows(app.database)
  expect(rows.filter((row) => [who.userId, ...emails].some((word) => row.includes(word)))).toEqual([])
  expect(await waiting()).toEqual([])
  expect(await works('dropbox', tokens[0] ?? '')).toBe(false)
  expect(await works('google_drive', tokens[1] ?? '')).toBe(false)
})

test('where a service does not answer, the account is gone all the same and the service is told later', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'dropbox')
  const refreshToken = await refreshTokenOf(who, 'dropbox')
  await app.control('PUT', '/control/faults', [{ service: 'dropbox', path: '', status: 503 }])
  await callFunction(app, who, 'account-data', { action: 'delete' })
  await app.drain()
  expect((await allRows(app.database)).filter((row) => row.includes(who.userId))).toEqual([])
  await app.control('PUT', '/control/faults', [])
  await lookAfter()
  expect(await works('dropbox', refreshToken)).toBe(false)
})

test('the export of an account shows its connections, without their tokens', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'dropbox')
  const { body } = await callFunction(app, who, 'account-data', { action: 'export' })
  expect(body).toMatchObject({
    tables: { 'app.service_connections': [{ provider: 'dropbox', provider_email: email, status: 'active' }] },
  })
  expect(JSON.stringify(body)).not.toMatch(/_sealed|"v1\./)
})
