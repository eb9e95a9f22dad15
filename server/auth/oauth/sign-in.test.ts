import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerConsent } from '../../../test/kit/outlook.ts'
import { clientOf, codeIn, emailsTo, lastEmailTo, newUser } from '../../../test/kit/outbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import {
  addressAt,
  clientWithSession,
  startSignIn,
  clientWith,
  followCallback,
  newAccountAt,
  newGoogleAccount,
  newMicrosoftAccount,
  signInWithProvider,
} from '../../../test/kit/providers.ts'

const app = await appOfFile()

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe.each(['google', 'azure'] as const)('%s', (provider) => {
  test('a new user gets an account and is signed in by the fragment', async () => {
    const email = await newAccountAt[provider](app)
    const back = await signInWithProvider(app, provider, email, `${app.url}/account?tab=x`)
    expect(back.url.origin + back.url.pathname + back.url.search).toBe(`${app.url}/account?tab=x`)
    expect(Object.keys(back.fragment)).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
    ])
    const { user, accessToken } = await clientWithSession(app, back)
    const proof = createHash('sha256').update(accessToken).digest('base64url')
    expect(back.cookies).toContain(`mailroom-return=${proof}; Max-Age=120; Path=/; SameSite=Lax`)
    expect(user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { email, email_verified: true, name: expect.any(String), full_name: expect.any(String) },
      identities: [{ provider, identity_data: { email, email_verified: true, sub: expect.any(String) } }],
      email_confirmed_at: expect.any(String),
    })
    expect(claimsOf(accessToken)).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
  })

  test('resolves to the same account, also when the provider’s address has changed', async () => {
    const email = await newAccountAt[provider](app)
    const first = await clientWithSession(app, await signInWithProvider(app, provider, email))
    const moved = `moved-${email}`
    if (provider === 'google') await app.control('PATCH', `/control/google/accounts/${email}`, { email: moved })
    const again = await clientWithSession(
      app,
      await signInWithProvider(app, provider, provider === 'google' ? moved : email),
    )
    expect(again.user.id).toBe(first.user.id)
    expect(again.user.email).toBe(email)
  })

  test('a client with a code challenge gets a code that only it can exchange', async () => {
    const client = clientWith(app, 'pkce')
    const { url, cookie } = await startSignIn(await addressAt(client, provider))
    const back = await followCallback(await answerConsent(url.href, await newAccountAt[provider](app)), { cookie })
    expect(back.url.hash).toBe('')
    const code = back.query['code'] ?? ''
    const other = clientWith(app, 'pkce')
    await addressAt(other, provider)
    expect((await other.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'bad_code_verifier' })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'oauth' }] })
  })

  test('requests only the identity, with PKCE, and stores no readable secret', async () => {
    const { status, url, cookie } = await startSignIn(
      `${app.url}/auth/v1/authorize?provider=${provider}&scopes=Mail.Read%20drive&access_type=offline`,
    )
    const query = Object.fromEntries(url.searchParams)
    expect(status).toBe(302)
    expect(query).toMatchObject({
      redirect_uri: `${app.url}/auth/v1/callback`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect(query).not.toHaveProperty('access_type')
    expect(cookie).toMatch(/^mailroom_sign_in=[\w-]{43}$/)
    const flow = await app.ctx.db.asAccounts((tx) =>
      tx
        .selectFrom('auth.flow_states')
        .selectAll()
        .where(
          'state_hash',
          '=',
          createHash('sha256')
            .update(query['state'] ?? '')
            .digest(),
        )
        .executeTakeFirstOrThrow(),
    )
    const kept = JSON.stringify(flow)
    expect(kept).not.toContain(query['state'])
    expect(kept).not.toContain(query['nonce'])
    expect(flow.code_verifier_sealed).toMatch(/^v2\./)
  })
})

/** A user who proved the mailbox and then chose a password. */
async function proven() {
  const { email, userId } = await newUser(app)
  const client = clientOf(app)
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await client.auth.verifyOtp({ email, token: codeIn(await lastEmailTo(app, email)), type: 'email' })
  const password = 'eight yellow tricycles'
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  return { email, userId, client, password }
}

test('a verified address resolves to the account that has it and notifies the owner', async () => {
  const { email, password, userId, client } = await proven()
  app.clock.advance('1 s')
  await newGoogleAccount(app, { email })
  const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  expect(user.id).toBe(userId)
  expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
  expect((await emailsTo(app, email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/sign-in method was added/),
  )
  const { data } = await client.auth.getUserIdentities()
  expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
  expect((await clientOf(app).auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('pre-hijacking: an attacker’s sign-up does not survive the owner of the address', async () => {
  const attacker = await newUser(app)
  const { email, password, userId } = attacker
  await newGoogleAccount(app, { email })
  const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  expect(user).toMatchObject({ id: userId, app_metadata: { provider: 'google', providers: ['google'] } })
  const again = await clientOf(app).auth.signInWithPassword({ email, password })
  expect(again.error).toMatchObject({ code: 'invalid_credentials' })
  expect((await attacker.client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  const subjects = (await emailsTo(app, email)).map(({ subject }) => subject).toSorted()
  expect(subjects).toEqual([expect.stringMatching(/sign-in method was added/), expect.stringMatching(/password was/)])
})

test('an emailed link alone does not confirm an earlier password', async () => {
  const { email, password } = await newUser(app)
  const owner = clientOf(app)
  await owner.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await owner.auth.verifyOtp({ email, token: codeIn(await lastEmailTo(app, email)), type: 'email' })
  await newGoogleAccount(app, { email })
  await clientWithSession(app, await signInWithProvider(app, 'google', email))
  const again = await clientOf(app).auth.signInWithPassword({ email, password })
  expect(again.error).toMatchObject({ code: 'invalid_credentials' })
})

test('a provider does not replace a second factor', async () => {
  const { email, userId } = await newUser(app)
  await newGoogleAccount(app, { email })
  await app.ctx.db.asAccounts((tx) =>
    tx
      .insertInto('auth.mfa_factors')
      .values({
        user_id: userId,
        factor_type: 'totp',
        status: 'verified',
        secret_sealed: 'x',
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      })
      .execute(),
  )
  const { fragment } = await signInWithProvider(app, 'google', email)
  expect(fragment).toMatchObject({ error_code: 'email_exists', error_description: expect.stringMatching(/sign in/) })
})

test('both providers resolve to one account when both have verified its address', async () => {
  const email = await newGoogleAccount(app)
  await newMicrosoftAccount(app, { email })
  const first = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  app.clock.advance('1 s')
  const second = await clientWithSession(app, await signInWithProvider(app, 'azure', email))
  expect(second.user.id).toBe(first.user.id)
  expect(second.user.identities?.map(({ provider }) => provider)).toEqual(['google', 'azure'])
})

test('the provider’s claims do not overwrite the user’s metadata', async () => {
  const email = await newGoogleAccount(app, { name: 'Robin From Google' })
  const { client } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  await client.auth.updateUser({ data: { name: 'Rob' } })
  const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  expect(user.user_metadata).toMatchObject({ name: 'Rob', full_name: 'Robin From Google' })
})

test('an overlong name does not prevent the sign-in', async () => {
  const email = await newGoogleAccount(app, { name: '😀'.repeat(5000) })
  const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  expect(String(user.user_metadata['name'])).toHaveLength(200)
})

test('refuses a banned user', async () => {
  const email = await newGoogleAccount(app)
  const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
  await app.ctx.db.asAccounts((tx) =>
    tx
      .updateTable('auth.users')
      .set({ banned_until: new Date('2999-01-01') })
      .where('id', '=', user.id)
      .execute(),
  )
  const back = await signInWithProvider(app, 'google', email)
  expect(back.fragment).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
})

test('two concurrent first sign-ins of one user create one account', async () => {
  const email = await newGoogleAccount(app)
  await newMicrosoftAccount(app, { email })
  const begun = await Promise.all(
    (['azure', 'google', 'google', 'google', 'azure'] as const).map(async (provider) => {
      const { url, cookie } = await startSignIn(await addressAt(clientWith(app, 'implicit'), provider))
      return { address: await answerConsent(url.href, email), cookie }
    }),
  )
  const backs = await Promise.all(begun.map(({ address, cookie }) => followCallback(address, { cookie })))
  const ids = new Set<string>()
  for (const back of backs) ids.add((await clientWithSession(app, back)).user.id)
  expect(ids.size).toBe(1)
})

test('two sign-ins in two tabs of one browser both succeed', async () => {
  const first = await startSignIn(await addressAt(clientWith(app, 'implicit'), 'google'))
  const second = await startSignIn(await addressAt(clientWith(app, 'implicit'), 'azure'), first.cookie)
  expect(second.cookie).toBe(first.cookie)
  const headers = { cookie: second.cookie }
  const one = await followCallback(await answerConsent(first.url.href, await newGoogleAccount(app)), headers)
  const two = await followCallback(await answerConsent(second.url.href, await newMicrosoftAccount(app)), headers)
  expect([one.fragment, two.fragment]).toEqual([
    expect.objectContaining({ access_token: expect.any(String) }),
    expect.objectContaining({ access_token: expect.any(String) }),
  ])
})

describe('GET /authorize', () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${app.url}/auth/v1/authorize?${query}`, { redirect: 'manual' })
    return { status: answer.status, body: await answer.json() }
  }

  test.each([
    ['provider=github', 'Unsupported provider: provider is not enabled'],
    ['provider=made-up', 'Unsupported provider: Provider made-up could not be found'],
    ['', 'Unsupported provider: Provider  could not be found'],
    ['provider=google&code_challenge=short', 'PKCE flow requires code_challenge_method and code_challenge'],
  ])('%s: 400 with GoTrue’s message', async (query, msg) => {
    expect(await ask(query)).toEqual({ status: 400, body: { code: 400, error_code: 'validation_failed', msg } })
  })

  test('returns the URL if no redirect is wanted', async () => {
    const { status, body } = await ask('provider=google&skip_http_redirect=true')
    expect([status, body]).toEqual([200, { url: expect.stringContaining('/accounts.google.com/o/oauth2/v2/auth?') }])
  })

  test('the settings list the available providers', async () => {
    const headers = { apikey: app.ctx.access.anonKey }
    const settings = await (await fetch(`${app.url}/auth/v1/settings`, { headers })).json()
    expect(settings).toMatchObject({
      external: { azure: true, google: true, github: false, email: true, phone: false, anonymous_users: false },
      disable_signup: false,
    })
  })
})
