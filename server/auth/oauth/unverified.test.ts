import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { answerConsent } from '../../../test/kit/outlook.ts'
import { clientOf, emailsTo, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import {
  addressAt,
  clientWithSession,
  startSignIn,
  clientWith,
  followCallback,
  newGoogleAccount,
  newMicrosoftAccount,
  newPersonAddress,
  signInWithProvider,
} from '../../../test/kit/providers.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { testSecrets } from '../../../test/kit/test-secrets.ts'
import { followLink } from '../../../test/kit/verify-link.ts'
import { apiKeysOf } from '../keys/api-keys.ts'

/** A provider without a verified address, such as one that a tenant's administrator made up. */
const app = await appOfFile()

const refused = {
  error: 'access_denied',
  error_code: 'provider_email_needs_verification',
  error_description: expect.stringMatching(/has not verified .* An email was sent/),
}
const userOf = (email: string) =>
  app.ctx.db.asAccounts((tx) => tx.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst())
const identitiesOf = async (email: string) => {
  const user = await userOf(email)
  return app.ctx.db.asAccounts((tx) =>
    tx
      .selectFrom('auth.identities')
      .selectAll()
      .where('user_id', '=', user?.id ?? '')
      .orderBy('provider')
      .execute(),
  )
}
const unverifiedAccount = (email: string) => newMicrosoftAccount(app, { email, kind: 'work' })

test('another user’s account is not changed; its owner is notified, once a minute', async () => {
  const { email, client, password } = await newUser(app)
  await unverifiedAccount(email)
  const before = [await userOf(email), await identitiesOf(email)]
  const back = await signInWithProvider(app, 'azure', email)
  expect([back.query, back.fragment]).toEqual([expect.objectContaining(refused), expect.objectContaining(refused)])
  await signInWithProvider(app, 'azure', email)
  expect([await userOf(email), await identitiesOf(email)]).toEqual(before)
  expect((await emailsTo(app, email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/already have a Mailroom account/),
  ])
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  expect((await clientOf(app).auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('returns the same response whether the address is known or not', async () => {
  const known = (await newUser(app)).email
  const unknown = newPersonAddress()
  await Promise.all([unverifiedAccount(known), unverifiedAccount(unknown)])
  const [one, two] = [await signInWithProvider(app, 'azure', known), await signInWithProvider(app, 'azure', unknown)]
  expect(one.url.href).toBe(two.url.href)
})

describe('a new address', () => {
  test('must be confirmed by email; then the provider resolves to the account', async () => {
    const email = await unverifiedAccount(newPersonAddress())
    expect((await signInWithProvider(app, 'azure', email)).fragment).toMatchObject(refused)
    expect(await userOf(email)).toMatchObject({ email_confirmed_at: null, encrypted_password: null })
    const landing = await followLink(linkIn(await lastEmailTo(app, email)))
    expect(landing.fragment).toMatchObject({ type: 'signup', access_token: expect.any(String) })
    const { user } = await clientWithSession(app, await signInWithProvider(app, 'azure', email))
    expect(user).toMatchObject({ email, identities: [{ provider: 'azure' }] })
  })

  test('is confirmed by a code for a PKCE client', async () => {
    const email = await unverifiedAccount(newPersonAddress())
    const client = clientWith(app, 'pkce')
    const { url, cookie } = await startSignIn(await addressAt(client, 'azure'))
    const back = await followCallback(await answerConsent(url.href, email), { cookie })
    expect(back.query).toMatchObject(refused)
    const { query } = await followLink(linkIn(await lastEmailTo(app, email)))
    const { data, error } = await client.auth.exchangeCodeForSession(query['code'] ?? '')
    expect([error, data.user?.email]).toEqual([null, email])
  })

  test('stays unconfirmed and signs no one in, however often the user signs in with the provider', async () => {
    const email = await unverifiedAccount(newPersonAddress())
    for (let count = 0; count < 3; count += 1)
      expect((await signInWithProvider(app, 'azure', email)).fragment).toMatchObject(refused)
    expect(await userOf(email)).toMatchObject({ email_confirmed_at: null, last_sign_in_at: null })
    expect(await emailsTo(app, email)).toHaveLength(1)
  })

  test('pre-hijacking: an attacker’s account does not survive the owner’s verified sign-in', async () => {
    const email = await unverifiedAccount(newPersonAddress())
    await signInWithProvider(app, 'azure', email)
    await newGoogleAccount(app, { email })
    const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google'])
    const attackersFlow = await signInWithProvider(app, 'azure', email)
    expect(attackersFlow.fragment).toMatchObject(refused)
    expect((await identitiesOf(email)).map(({ provider }) => provider)).toEqual(['google'])
  })

  test('needs no confirmation once the provider has verified it', async () => {
    const email = await newGoogleAccount(app, { emailVerified: false })
    expect((await signInWithProvider(app, 'google', email)).fragment).toMatchObject({
      ...refused,
      error_description: expect.stringMatching(/^Google/),
    })
    await app.control('PATCH', `/control/google/accounts/${email}`, { emailVerified: true })
    const { user } = await clientWithSession(app, await signInWithProvider(app, 'google', email))
    expect(user.email_confirmed_at).toEqual(expect.any(String))
  })
})

test.each([
  ['true', true, {}],
  ['"1"', true, { edovForm: 'text' }],
])("Microsoft's word on a domain (xms_edov %s) is taken", async (_form, domainVerified, config) => {
  await app.control('PUT', '/control/config', { edovForm: 'boolean', ...config })
  const email = await newMicrosoftAccount(app, { kind: 'work', domainVerified })
  expect((await clientWithSession(app, await signInWithProvider(app, 'azure', email))).user.email).toBe(email)
})

test('does not trust the address if `xms_edov` is false, "0" or missing', async () => {
  for (const edovForm of ['boolean', 'text']) {
    await app.control('PUT', '/control/config', { edovForm })
    const email = await newMicrosoftAccount(app, { kind: 'work', domainVerified: false })
    expect((await signInWithProvider(app, 'azure', email)).fragment).toMatchObject(refused)
  }
})

test('a sign-in name instead of an address is not an address, even of a personal account', async () => {
  const email = await newMicrosoftAccount(app, { emailClaim: false })
  expect((await signInWithProvider(app, 'azure', email)).fragment).toMatchObject(refused)
})

test('an invitation proves the address', async () => {
  const email = await unverifiedAccount(newPersonAddress())
  const operator = createClient(app.url, apiKeysOf(testSecrets.JWT_SECRET).service, { auth: { persistSession: false } })
  expect((await operator.auth.admin.inviteUserByEmail(email, { data: { team: 'blue' } })).error).toBeNull()
  const token = linkIn(await lastEmailTo(app, email)).searchParams.get('token') ?? ''
  const address = (await addressAt(clientWith(app, 'implicit'), 'azure')) + `&invite_token=${token}`
  const other = await startSignIn(address)
  const wrong = await followCallback(await answerConsent(other.url.href, await newMicrosoftAccount(app)), {
    cookie: other.cookie,
  })
  expect(wrong.fragment).toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringMatching(/Invited email/),
  })
  const { url, cookie } = await startSignIn(address)
  const { user } = await clientWithSession(app, await followCallback(await answerConsent(url.href, email), { cookie }))
  expect(user).toMatchObject({ email, user_metadata: { team: 'blue' }, identities: [{ provider: 'azure' }] })
})
