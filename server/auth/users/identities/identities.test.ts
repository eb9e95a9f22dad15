import { describe, expect, test } from 'vitest'
import { answerConsent } from '../../../../test/kit/outlook.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, newUser } from '../../../../test/kit/outbox.ts'
import {
  clientWithSession,
  clientWith,
  followCallback,
  cookieOf,
  newGoogleAccount,
  newMicrosoftAccount,
  signInWithProvider,
  type ProviderName,
} from '../../../../test/kit/providers.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'

const app = await appOfFile()

type Client = ReturnType<typeof clientOf>
const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? ''
async function ask(client: Client, path: string, method = 'GET') {
  const headers = { apikey: app.ctx.access.anonKey, authorization: `Bearer ${await tokenOf(client)}` }
  return fetch(`${app.url}/auth/v1/user/identities${path}`, { method, headers, redirect: 'manual' })
}
/** Starts linking as the page does: by a call whose response sets the cookie. */
async function beginLink(client: Client, provider: ProviderName, more = '') {
  // Later than the identities that the user has.
  app.clock.advance('1 s')
  const redirectTo = encodeURIComponent(`${app.url}/account?linked=${provider}`)
  const answer = await ask(
    client,
    `/authorize?provider=${provider}&skip_http_redirect=true&redirect_to=${redirectTo}${more}`,
  )
  return { url: String((await answer.json()).url), cookie: cookieOf(answer) }
}
async function link(client: Client, email: string, provider: ProviderName = 'google') {
  const { url, cookie } = await beginLink(client, provider)
  return followCallback(await answerConsent(url, email), { cookie })
}
const identitiesOf = async (client: Client) => (await client.auth.getUserIdentities()).data?.identities ?? []
const providersOf = async (client: Client) => (await identitiesOf(client)).map(({ provider }) => provider)

describe('linking', () => {
  test('the official client links a provider with any address, which then signs in', async () => {
    const { client, email, userId } = await newUser(app)
    const at = await newGoogleAccount(app)
    const back = await link(client, at)
    expect(back.url.href).toBe(`${app.url}/account?linked=google`)
    expect(await providersOf(client)).toEqual(['email', 'google'])
    const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', at))
    expect(user).toMatchObject({
      id: userId,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    })
    expect((await lastEmailTo(app, email)).subject).toMatch(/sign-in method was added/)
    const { data } = await client.auth.linkIdentity({ provider: 'azure', options: { skipBrowserRedirect: true } })
    expect(data.url).toContain('/login.microsoftonline.com/common/oauth2/v2.0/authorize?')
  })

  test('a client with a code challenge gets an authorization code', async () => {
    const { session, userId } = await newUser(app)
    const client = clientWith(app, 'pkce')
    await client.auth.setSession(session)
    app.clock.advance('1 s')
    const { data } = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    const located = await answerConsent(data.url ?? '', await newGoogleAccount(app))
    const answer = await fetch(located, { redirect: 'manual', headers: { 'user-agent': 'a test' } })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(code)).data.user?.id).toBe(userId)
    expect(await providersOf(client)).toEqual(['email', 'google'])
  })

  test('refuses an identity that is already linked, without revealing the other account', async () => {
    const [owner, other] = [await newUser(app), await newUser(app)]
    const at = await newGoogleAccount(app)
    await link(owner.client, at)
    const back = await link(other.client, at)
    expect(back.fragment).toMatchObject({
      error: 'access_denied',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
    expect(back.url.href).not.toContain(owner.userId)
    expect(back.query).toMatchObject({ linked: 'google', error_code: 'identity_already_exists' })
    expect(await providersOf(other.client)).toEqual(['email'])
    expect((await link(owner.client, at)).fragment).toMatchObject({ error_description: 'Identity is already linked' })
  })

  test("finished in another user's browser it links no account", async () => {
    const [anna, ben] = [await newUser(app), await newUser(app)]
    const hers = await beginLink(anna.client, 'google')
    const his = await beginLink(ben.client, 'google')
    const located = await answerConsent(hers.url, await newGoogleAccount(app))
    expect((await followCallback(located, { cookie: his.cookie })).fragment).toMatchObject({
      error_code: 'bad_oauth_state',
    })
    expect([await providersOf(anna.client), await providersOf(ben.client)]).toEqual([['email'], ['email']])
  })

  test('has no effect after the user signed out', async () => {
    const { client, email, password } = await newUser(app)
    const { url, cookie } = await beginLink(client, 'google')
    await client.auth.signOut({ scope: 'local' })
    const back = await followCallback(await answerConsent(url, await newGoogleAccount(app)), { cookie })
    expect(back.fragment).toMatchObject({ error_code: 'bad_oauth_state' })
    await client.auth.signInWithPassword({ email, password })
    expect(await providersOf(client)).toEqual(['email'])
  })

  test('requires a session and a recent authentication or an emailed code', async () => {
    const anonymous = await ask(clientOf(app), '/authorize?provider=google')
    expect([anonymous.status, (await anonymous.json()).error_code]).toEqual([401, 'no_authorization'])
    const { client, email } = await newUser(app)
    expect((await ask(client, '/authorize?provider=github')).status).toBe(400)
    await app.advance('6 min')
    const late = await ask(client, '/authorize?provider=google')
    expect([late.status, (await late.json()).error_code]).toEqual([400, 'reauthentication_needed'])
    await client.auth.reauthenticate()
    const nonce = codeIn(await lastEmailTo(app, email))
    const { url, cookie } = await beginLink(client, 'google', `&nonce=${nonce}`)
    const back = await followCallback(await answerConsent(url, await newGoogleAccount(app)), { cookie })
    expect(back.url.hash).toBe('')
    expect(await providersOf(client)).toEqual(['email', 'google'])
  })
})

describe('unlinking', () => {
  const idOf = async (client: Client, provider: string) =>
    (await identitiesOf(client)).find((each) => each.provider === provider)?.identity_id ?? ''
  const remove = async (client: Client, id: string) => {
    const answer = await ask(client, `/${id}`, 'DELETE')
    return [answer.status, await answer.json()]
  }

  test('removes the provider, notifies the owner, and the provider no longer signs in', async () => {
    const { client, email, userId } = await newUser(app)
    const at = await newMicrosoftAccount(app)
    await link(client, at, 'azure')
    const identity = (await identitiesOf(client)).find(({ provider }) => provider === 'azure')
    if (!identity) throw new Error('Nothing was linked')
    expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
    expect(await providersOf(client)).toEqual(['email'])
    expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['email'] })
    const subjects = (await emailsTo(app, email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/sign-in method was removed/))
    expect((await clientWithSession(app, await signInWithProvider(app, 'azure', at))).user.id).not.toBe(userId)
  })

  test('refuses the last identity, another user’s and unknown ones', async () => {
    const [one, two] = [await newUser(app), await newUser(app)]
    const refused = (code: string) => [422, expect.objectContaining({ error_code: code })]
    expect(await remove(one.client, await idOf(one.client, 'email'))).toEqual(refused('single_identity_not_deletable'))
    await link(one.client, await newGoogleAccount(app))
    expect(await remove(one.client, await idOf(two.client, 'email'))).toEqual(refused('identity_not_found'))
    expect(await remove(one.client, '7')).toEqual([404, expect.objectContaining({ error_code: 'validation_failed' })])
    expect(await providersOf(two.client)).toEqual(['email'])
  })

  test('keeps one identity when the last two are removed concurrently', async () => {
    const { client } = await newUser(app)
    await link(client, await newGoogleAccount(app))
    const ids = (await identitiesOf(client)).map(({ identity_id }) => identity_id)
    const statuses = (await Promise.all(ids.map((id) => remove(client, id)))).map(([status]) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  test('unlinking the email removes the password; a new password adds it again', async () => {
    const { client, email, password } = await newUser(app)
    await link(client, await newGoogleAccount(app))
    expect(await remove(client, await idOf(client, 'email'))).toEqual([200, {}])
    const signIn = async (word: string) =>
      (await clientOf(app).auth.signInWithPassword({ email, password: word })).error
    expect(await signIn(password)).toMatchObject({ code: 'invalid_credentials' })
    app.clock.advance('1 s')
    expect((await client.auth.updateUser({ password: 'eight yellow tricycles' })).error).toBeNull()
    expect(await signIn('eight yellow tricycles')).toBeNull()
    expect(await providersOf(client)).toEqual(['google', 'email'])
    expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['google', 'email'] })
  })

  test('requires reauthentication', async () => {
    const { client } = await newUser(app)
    await link(client, await newGoogleAccount(app))
    await app.advance('6 min')
    const outcome = await remove(client, await idOf(client, 'google'))
    expect(outcome).toEqual([400, expect.objectContaining({ error_code: 'reauthentication_needed' })])
  })
})

test('a user with a second factor needs aal2 to change sign-in methods', async () => {
  const { client, userId } = await newUser(app)
  await link(client, await newGoogleAccount(app))
  const now = app.clock.now()
  const factor = {
    factor_type: 'totp',
    status: 'verified',
    secret_sealed: 'x',
    created_at: now,
    updated_at: now,
  } as const
  await app.ctx.db.asAccounts((tx) =>
    tx
      .insertInto('auth.mfa_factors')
      .values({ user_id: userId, ...factor })
      .execute(),
  )
  for (const [path, method] of [
    ['/authorize?provider=azure', 'GET'],
    [`/${crypto.randomUUID()}`, 'DELETE'],
  ] as const) {
    const answer = await ask(client, path, method)
    expect([answer.status, (await answer.json()).error_code]).toEqual([401, 'insufficient_aal'])
  }
})
