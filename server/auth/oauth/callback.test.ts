import { describe, expect, test } from 'vitest'
import { answerConsent, requestsTo } from '../../../test/kit/outlook.ts'
import {
  addressAt,
  startSignIn,
  clientWith,
  followCallback,
  landing,
  newGoogleAccount,
  newMicrosoftAccount,
  type StartedSignIn,
  type ProviderName,
  type Return,
} from '../../../test/kit/providers.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()

const started = async (provider: ProviderName = 'google', redirectTo?: string): Promise<StartedSignIn> =>
  startSignIn(await addressAt(clientWith(app, 'implicit'), provider, redirectTo))
const newAccount = { google: newGoogleAccount, azure: newMicrosoftAccount }
/** Starts a flow and gives consent at the provider. */
async function answered(provider: ProviderName = 'google') {
  const { url, cookie } = await started(provider)
  const email = await newAccount[provider](app)
  return { address: new URL(await answerConsent(url.href, email)), cookie, email }
}
const peopleWith = (email: string) =>
  app.ctx.db.asAccounts((tx) => tx.selectFrom('auth.users').select('id').where('email', '=', email).execute())

/** The error is in the query and in the fragment, with a message, on a page of ours and without a session. */
function expectRefusal(back: Return, code: string, word: string): void {
  for (const place of [back.query, back.fragment]) {
    expect(place).toMatchObject({
      error: word,
      error_code: code,
      error_description: expect.stringMatching(/^.{10,200}$/),
    })
    expect(place).not.toHaveProperty('access_token')
  }
  expect(back.url.origin).toBe(app.url)
  expect(back.cookies).not.toContain('mailroom-return')
}

describe('a callback is refused', () => {
  test('in a browser that did not start the flow, or that started another one', async () => {
    const [hers, his] = [await answered(), await answered()]
    expectRefusal(await followCallback(hers.address.href, {}), 'bad_oauth_state', 'invalid_request')
    expectRefusal(await followCallback(his.address.href, { cookie: hers.cookie }), 'bad_oauth_state', 'invalid_request')
    expect([await peopleWith(hers.email), await peopleWith(his.email)]).toEqual([[], []])
    // This has not used up the state of the right browser.
    expect((await followCallback(his.address.href, { cookie: his.cookie })).fragment).toHaveProperty('access_token')
  })

  test('a second time', async () => {
    const { address, cookie } = await answered()
    expect((await followCallback(address.href, { cookie })).fragment).toHaveProperty('access_token')
    expectRefusal(await followCallback(address.href, { cookie }), 'flow_state_already_used', 'invalid_request')
  })

  test('for one of two concurrent requests', async () => {
    const { address, cookie } = await answered()
    const backs = await Promise.all([1, 2, 3].map(() => followCallback(address.href, { cookie })))
    expect(backs.filter(({ fragment }) => fragment['access_token'])).toHaveLength(1)
    expect(backs.filter(({ fragment }) => fragment['error_code'] === 'flow_state_already_used')).toHaveLength(2)
  })

  test('after ten minutes', async () => {
    const { address, cookie, email } = await answered()
    await app.advance('10 min')
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_state', 'invalid_request')
    expect(await peopleWith(email)).toEqual([])
  })

  test('with an unknown state or without one', async () => {
    const { address, cookie } = await answered()
    address.searchParams.set('state', 'x'.repeat(43))
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_state', 'invalid_request')
    address.searchParams.delete('state')
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_callback', 'invalid_request')
  })

  test('without a code', async () => {
    const { address, cookie } = await answered()
    address.searchParams.delete('code')
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_callback', 'invalid_request')
  })

  test('with Google’s code for the state of a sign-in with Microsoft, and vice versa', async () => {
    for (const [mine, other] of [
      ['azure', 'google'],
      ['google', 'azure'],
    ] as const) {
      const [one, two] = [await answered(mine), await answered(other)]
      one.address.searchParams.set('code', two.address.searchParams.get('code') ?? '')
      expectRefusal(
        await followCallback(one.address.href, { cookie: one.cookie }),
        'bad_oauth_callback',
        'invalid_request',
      )
      expect(await peopleWith(two.email)).toEqual([])
    }
  })

  test('with the code of another user’s sign-in', async () => {
    const [one, two] = [await answered(), await answered()]
    one.address.searchParams.set('code', two.address.searchParams.get('code') ?? '')
    expectRefusal(
      await followCallback(one.address.href, { cookie: one.cookie }),
      'bad_oauth_callback',
      'invalid_request',
    )
  })

  test('when it names another issuer, without exchanging the code', async () => {
    const { address, cookie } = await answered('azure')
    const asked = (await requestsTo(app, 'entra')).length
    address.searchParams.set('iss', `${app.sandbox.url}/accounts.google.com`)
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_callback', 'invalid_request')
    expect(await requestsTo(app, 'entra')).toHaveLength(asked)
  })

  test('with an id token of another sign-in', async () => {
    const { address, cookie, email } = await answered()
    await app.ctx.db.asAccounts((tx) =>
      tx
        .updateTable('auth.flow_states')
        .set({ nonce_hash: Buffer.alloc(32) })
        .execute(),
    )
    expectRefusal(await followCallback(address.href, { cookie }), 'bad_oauth_callback', 'invalid_request')
    expect(await peopleWith(email)).toEqual([])
  })
})

test('accepts a client without cookies and without browser headers', async () => {
  const { address } = await answered()
  const back = await landing(await fetch(address, { redirect: 'manual', headers: { 'user-agent': 'a test' } }))
  expect(back.fragment).toHaveProperty('access_token')
})

test('accepts a form, but not a cross-site one', async () => {
  const send = async (headers: Record<string, string>) => {
    const { address } = await answered()
    const answer = await fetch(`${app.url}/auth/v1/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: address.searchParams,
      headers,
    })
    return landing(answer)
  }
  expect((await send({ 'user-agent': 'a test' })).fragment).toHaveProperty('access_token')
  expectRefusal(await send({ 'sec-fetch-site': 'cross-site' }), 'bad_oauth_state', 'invalid_request')
})

test.each([
  ['access_denied', 'access_denied', 'access_denied'],
  ['login_required', 'access_denied', 'access_denied'],
  ['server_error', 'unexpected_failure', 'temporarily_unavailable'],
  ['temporarily_unavailable', 'unexpected_failure', 'temporarily_unavailable'],
  ['<script>', 'bad_oauth_callback', 'invalid_request'],
])('the provider returns %s: the page receives our own error', async (error, code, word) => {
  const { url, cookie } = await started()
  const query = new URLSearchParams({
    error,
    error_description: 'Call 555-1234 <b>now</b>',
    state: url.searchParams.get('state') ?? '',
  })
  const back = await followCallback(`${app.url}/auth/v1/callback?${query}`, { cookie })
  expectRefusal(back, code, word)
  expect(back.url.href).not.toContain('555')
})

test.each(['google', 'azure'] as const)('%s: the user declines', async (provider) => {
  const { url, cookie } = await started(provider)
  const declined = await answerConsent(url.href, await newAccount[provider](app), 'deny')
  expectRefusal(await followCallback(declined, { cookie }), 'access_denied', 'access_denied')
})

test.each([
  ['google', 'google'],
  ['azure', 'entra'],
] as const)('%s fails in the middle: 500, no answer, a page that is no JSON', async (provider, service) => {
  for (const fault of [{ status: 500 }, { drop: true }, { status: 200, body: '<html>', contentType: 'text/html' }]) {
    const { address, cookie, email } = await answered(provider)
    await app.faults({ service, path: 'token', times: 1, ...fault })
    expectRefusal(await followCallback(address.href, { cookie }), 'unexpected_failure', 'temporarily_unavailable')
    await app.control('DELETE', '/control/faults')
    expect(await peopleWith(email)).toEqual([])
  }
})

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  'javascript:alert(1)',
  'http://localhost@evil.example/',
  'http://127.0.0.1:1/dashboard',
])('ignores a redirect_to outside the product: %s', async (redirectTo) => {
  const { url, cookie } = await started('google', redirectTo)
  const back = await followCallback(await answerConsent(url.href, await newGoogleAccount(app)), { cookie })
  expect(back.url.href.split('#')[0]).toBe(`${app.url}/dashboard`)
  expect(back.fragment).toHaveProperty('access_token')
})

test('tokens of the provider are neither stored nor returned', async () => {
  const { address, cookie } = await answered()
  const back = await followCallback(address.href, { cookie })
  expect(Object.keys(back.fragment).filter((name) => name.startsWith('provider'))).toEqual([])
})
