import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { answerConsent, callFunction, requestsTo, signUp, type Visitor } from '../../test/kit/outlook.ts'
import {
  allServices,
  backFromService,
  beginToConnect,
  connectService,
  newServiceAccount,
  serviceNames,
} from '../../test/kit/services.ts'
import { startApp, appOfFile } from '../../test/kit/start-app.ts'
import { connectionFlow } from './provider-paths.ts'
import { findConnections } from './connection-queries.ts'

const app = await appOfFile({ env: allServices })
afterEach(() => app.faults())

const connectionsOfPerson = (who: Visitor) => app.ctx.db.asService((tx) => findConnections(tx, who.userId))
const statesOf = (who: Visitor) =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.connection_states').selectAll().where('user_id', '=', who.userId).execute(),
  )

/** Consents at the service and returns the callback URL without opening it. */
async function consented(who: Visitor, provider: Provider = 'dropbox') {
  const email = await newServiceAccount(app, provider)
  const { url, cookie } = await beginToConnect(app, who, provider)
  return { location: await answerConsent(url.href, email), cookie: cookie.split(';')[0] ?? '', email }
}

async function outcomeOf(location: string, headers?: Record<string, string>) {
  const { origin, pathname, searchParams } = await backFromService(location, headers)
  // Always our own page.
  expect(origin + pathname).toBe(`${app.url}/connections`)
  return Object.fromEntries(searchParams)
}
const refused = (error: string) => ({ error })

describe.for(Provider.options)('%s', (provider) => {
  test('uses PKCE and stores no secret in clear text', async () => {
    const who = await signUp(app)
    const { url, cookie } = await beginToConnect(app, who, provider)
    const { path } = serviceNames[provider]
    const query = Object.fromEntries(url.searchParams)
    expect(url.origin).toBe(new URL(app.sandbox.url).origin)
    expect(query).toMatchObject({
      client_id: 'mailroom-sandbox',
      response_type: 'code',
      redirect_uri: `${app.url}/api/${path}/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(url.search).not.toContain('secret')
    expect(cookie).toMatch(
      new RegExp(
        `^mailroom_connect_${path}=[\\w-]{43}; Path=/api/${path}/callback; Max-Age=600; HttpOnly; SameSite=Lax$`,
      ),
    )
    const [row] = await statesOf(who)
    expect(row?.state_hash).toEqual(
      createHash('sha256')
        .update(query['state'] ?? '')
        .digest(),
    )
    expect(row?.code_verifier_sealed).toMatch(/^v2\./)
  })

  test('connects once, and deletes the cookie', async () => {
    const who = await signUp(app)
    const { location, email } = await consented(who, provider)
    const answer = await fetch(location, { redirect: 'manual', headers: { 'user-agent': 'a test' } })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('set-cookie')).toMatch(/^mailroom_connect_[a-z]+=; .*Max-Age=0;/)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const landing = new URL(answer.headers.get('location') ?? '')
    expect(Object.fromEntries(landing.searchParams)).toEqual({
      success: `${provider}_connected`,
      service: provider,
      email,
    })
    // A plus sign in an address is not a space.
    expect(landing.search).toContain(encodeURIComponent(email))
    expect(await connectionsOfPerson(who)).toMatchObject([{ provider, provider_email: email, status: 'active' }])
    expect(await statesOf(who)).toEqual([])
    expect(await outcomeOf(location)).toEqual(refused('invalid_request'))
  })

  test('reports declined consent', async () => {
    const { url } = await beginToConnect(app, await signUp(app), provider)
    const location = await answerConsent(url.href, await newServiceAccount(app, provider), 'deny')
    expect(await outcomeOf(location)).toEqual(refused('access_denied'))
  })
})

test('binds the sealed tokens to their row', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'dropbox')
  const row = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.service_connections').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow(),
  )
  const sealContext = `app.service_connections/${who.userId}/dropbox`
  expect(app.ctx.sealer.open(`${sealContext}/refresh`, row.refresh_token_sealed).length).toBeGreaterThan(20)
  expect(() => app.ctx.sealer.open(`${sealContext}/access`, row.refresh_token_sealed)).toThrow()
  expect(() => app.ctx.sealer.open(`${sealContext}/refresh`, row.access_token_sealed)).toThrow()
})

test('reports an OAuth error of the redirect by its code, without text of the service', async () => {
  const { url } = await beginToConnect(app, await signUp(app), 'dropbox')
  const state = url.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: '<script>', error_description: '<b>Call</b> 0900 1234', state })
  expect(await outcomeOf(`${app.url}/api/dropbox/callback?${query}`)).toEqual(refused('connection_failed'))
})

test.for([
  [{ status: 400, body: { error: 'invalid_grant' } }, 'invalid_request'],
  [{ status: 401, body: { error: 'invalid_client' } }, 'server_error'],
  [{ status: 400, body: 'no', contentType: 'text/plain' }, 'connection_failed'],
  [{ status: 200, body: '<html>', contentType: 'text/html' }, 'connection_failed'],
  [{ status: 429, retryAfter: 3 }, 'temporarily_unavailable'],
  [{ status: 500 }, 'temporarily_unavailable'],
  [{ drop: true }, 'temporarily_unavailable'],
] as const)('maps the token response %j to %s', async ([fault, code]) => {
  const who = await signUp(app)
  const { location } = await consented(who)
  await app.faults({ service: 'dropbox', path: 'token', method: 'POST', ...fault, times: 1 })
  expect(await outcomeOf(location)).toEqual(refused(code))
  expect(await connectionsOfPerson(who)).toEqual([])
})

describe('refuses a callback', () => {
  test('with an unknown state, none, or one of another service', async () => {
    const who = await signUp(app)
    const { location } = await consented(who)
    const forged = new URL(location)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await outcomeOf(forged.href)).toEqual(refused('invalid_request'))
    forged.searchParams.delete('state')
    expect(await outcomeOf(forged.href)).toEqual(refused('invalid_request'))
    expect(await outcomeOf(location.replace('/api/dropbox/', '/api/google/'))).toEqual(refused('invalid_request'))
    expect(await connectionsOfPerson(who)).toEqual([])
    // None of them consumed the state.
    expect(await outcomeOf(location)).toMatchObject({ success: 'dropbox_connected' })
  })

  test('with a used state, also after a failed callback', async () => {
    const { location } = await consented(await signUp(app))
    const declined = new URL(location)
    declined.searchParams.set('error', 'access_denied')
    expect(await outcomeOf(declined.href)).toEqual(refused('access_denied'))
    expect(await outcomeOf(location)).toEqual(refused('invalid_request'))
  })

  test('without a code, or with a repeated parameter', async () => {
    for (const spoil of [
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.append('code', 'another'),
      (query: URLSearchParams) => query.append('state', 'another'),
      (query: URLSearchParams) => query.append('error', 'a') === query.append('error', 'b'),
    ]) {
      const url = new URL((await consented(await signUp(app))).location)
      spoil(url.searchParams)
      expect(await outcomeOf(url.href)).toEqual(refused('invalid_request'))
    }
  })

  test('after the state has expired', async () => {
    const { location } = await consented(await signUp(app))
    app.clock.advance('10 min')
    expect(await outcomeOf(location)).toEqual(refused('invalid_request'))
  })

  test("in a browser that did not start it, and in another user's browser", async () => {
    const browser = { 'user-agent': 'Mozilla/5.0' }
    const [anna, ben] = [await signUp(app), await signUp(app)]
    expect(await outcomeOf((await consented(anna)).location, browser)).toEqual(refused('invalid_request'))
    const cookie = (await consented(ben)).cookie
    expect(await outcomeOf((await consented(anna)).location, { ...browser, cookie })).toEqual(
      refused('invalid_request'),
    )
    expect(await outcomeOf((await consented(anna)).location, { cookie })).toEqual(refused('invalid_request'))
    expect([await connectionsOfPerson(anna), await connectionsOfPerson(ben)]).toEqual([[], []])
  })

  test('of a user who signed out meanwhile', async () => {
    const who = await signUp(app)
    const { location } = await consented(who)
    await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, apikey: app.ctx.access.anonKey },
    })
    expect(await outcomeOf(location)).toEqual(refused('invalid_request'))
    expect(await connectionsOfPerson(who)).toEqual([])
  })

  test.for(Provider.options)('from another issuer, at %s', async (provider) => {
    const url = new URL((await consented(await signUp(app), provider)).location)
    url.searchParams.set('iss', 'https://accounts.evil.example')
    expect(await outcomeOf(url.href)).toEqual(refused('invalid_request'))
  })

  test("with the code of another user's authorization", async () => {
    const [anna, ben] = [await signUp(app), await signUp(app)]
    const annas = new URL((await consented(anna)).location)
    const bens = new URL((await consented(ben)).location)
    bens.searchParams.set('code', annas.searchParams.get('code') ?? '')
    expect(await outcomeOf(bens.href)).toEqual(refused('invalid_request'))
    expect(await connectionsOfPerson(ben)).toEqual([])
  })
})

test('accepts the cookie of the browser that started the authorization', async () => {
  const { location, cookie } = await consented(await signUp(app))
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'cross-site', cookie }
  expect(await outcomeOf(location, headers)).toMatchObject({ success: 'dropbox_connected' })
})

test('sets a Secure cookie over https', () => {
  expect(connectionFlow('google_drive').browser.cookie('secret', { secure: true, maxAgeSeconds: 600 })).toBe(
    'mailroom_connect_google=secret; Path=/api/google/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  )
})

test('sends no secret in a URL of a service', async () => {
  for (const service of ['dropbox', 'google', 'entra', 'teamleader']) {
    const asked = (await requestsTo(app, service)).filter(({ url }) => !/authorize|\/auth\?|\/o\/oauth2/.test(url))
    expect(asked.length).toBeGreaterThan(0)
    for (const { url } of asked) expect(url).not.toMatch(/code=|secret|token=|refresh/)
  }
})

test('deletes abandoned states within an hour', async () => {
  const who = await signUp(app)
  await beginToConnect(app, who, 'dropbox')
  const reconcileAndCount = async () => {
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-connections', {}))
    await app.runDueJobs()
    return (await statesOf(who)).length
  }
  expect(await reconcileAndCount()).toBe(1)
  await app.advance('10 min')
  expect(await reconcileAndCount()).toBe(0)
})

test('reports that a service is not configured', async () => {
  await using plain = await startApp()
  const who = await signUp(plain)
  const { body } = await callFunction(plain, who, 'service-connections', { action: 'list' })
  expect(body).toEqual({ connections: [], available: ['dropbox', 'google_drive'] })
  for (const name of ['onedrive-auth', 'teamleader-auth'])
    expect(await callFunction(plain, who, name, { action: 'authorize' })).toMatchObject({
      status: 503,
      body: { error: { code: 'service_not_configured' } },
    })
  const back = await backFromService(`${plain.url}/api/onedrive/callback?state=x&code=x`)
  expect(back.search).toBe('?error=server_error')
})
