import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { goodPassword, newEmail, signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { followLink } from '../../../test/kit/verify-link.ts'
import { consumeTokenByCode, createOneTimeToken } from '../tokens/one-time-token.ts'

const app = await appOfFile()

const tokenIn = async (address: string): Promise<string> =>
  linkIn(await lastEmailTo(app, address)).searchParams.get('token') ?? ''
const verify = (token: string) => clientOf(app).auth.verifyOtp({ type: 'email_change', token_hash: token })
const signIn = (email: string) => clientOf(app).auth.signInWithPassword({ email, password: goodPassword })

/** A user with a requested change of address. */
async function changer() {
  const account = await newUser(app)
  const wanted = newEmail()
  const { data, error } = await account.client.auth.updateUser({ email: wanted })
  expect(error).toBeNull()
  return { ...account, wanted, user: data.user }
}

test.each([
  ['the old mailbox first', false],
  ['the new mailbox first', true],
])('an address changes when both mailboxes have confirmed, %s', async (_name, newFirst) => {
  const { client, email, wanted, user, session } = await changer()
  expect(user).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
  const [first, second] = newFirst ? [wanted, email] : [email, wanted]
  const [firstToken, secondToken] = [await tokenIn(first), await tokenIn(second)]

  const half = await verify(firstToken)
  expect([half.error, half.data.user, half.data.session]).toEqual([null, null, null])
  expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: wanted })
  expect((await verify(firstToken)).error).toMatchObject({ status: 403, code: 'otp_expired' })

  const whole = await verify(secondToken)
  expect(whole.error).toBeNull()
  expect(whole.data.user).toMatchObject({ email: wanted, user_metadata: { email: wanted, email_verified: true } })
  expect(whole.data.user).not.toHaveProperty('new_email')
  expect(whole.data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email: wanted } }])
  expect((await signIn(email)).error?.code).toBe('invalid_credentials')
  expect((await signIn(wanted)).error).toBeNull()
  // The session that requested the change has ended, like all earlier ones.
  expect((await clientOf(app).auth.getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
  expect(await lastEmailTo(app, email)).toMatchObject({ subject: 'Your Mailroom email address was changed' })
})

test('codes do the same as links, each with the address it was sent to; earlier codes end', async () => {
  const { email, wanted, userId } = await changer()
  const { code: earlier } = await app.ctx.db.asAccounts((tx) =>
    createOneTimeToken(tx, app.ctx, { userId, purpose: 'recovery', email, flowStateId: null }),
  )
  const code = async (address: string) => codeIn(await lastEmailTo(app, address))
  const [old, fresh] = [await code(email), await code(wanted)]
  const confirm = (address: string, token: string) =>
    clientOf(app).auth.verifyOtp({ type: 'email_change', email: address, token })
  expect((await confirm(email, fresh === old ? '000000' : fresh)).error).toMatchObject({ code: 'otp_expired' })
  expect((await confirm(email, old)).error).toBeNull()
  expect((await confirm(wanted, fresh)).data.user).toMatchObject({ email: wanted })
  const recovery = { email, code: earlier, purposes: ['recovery' as const] }
  expect(await app.ctx.db.asAccounts((tx) => consumeTokenByCode(tx, app.ctx, recovery))).toBeNull()
})

test('the two emails differ, and neither reveals more about the other mailbox than necessary', async () => {
  const { email, wanted } = await changer()
  const [old, fresh] = [await lastEmailTo(app, email), await lastEmailTo(app, wanted)]
  expect(old.subject).toBe('Confirm the change of your email address')
  expect(old.text.replace(/\s+/g, ' ')).toContain(`from ${email} to ${wanted}`)
  expect(fresh.subject).toBe('Confirm your new email address for Mailroom')
  expect(fresh.text).not.toContain(email)
})

test('a taken address gets the response of a free one; its owner is notified and nothing changes', async () => {
  const owner = await newUser(app)
  const { client, email } = await newUser(app)
  const free = newEmail()
  const taken = await client.auth.updateUser({ email: owner.email })
  expect(taken.error).toBeNull()
  await app.advance('61 s')
  const answer = await client.auth.updateUser({ email: free })
  const shape = ({ data }: typeof answer) => Object.keys(data.user ?? {}).sort()
  expect(shape(taken)).toEqual(shape(answer))
  await app.advance('61 s')
  await client.auth.updateUser({ email: owner.email })
  const notice = await lastEmailTo(app, owner.email)
  expect(notice.subject).toBe('This address already has a Mailroom account')
  expect(notice.text).not.toContain('/verify')
  expect((await verify(await tokenIn(email))).error).toBeNull()
  expect((await signIn(email)).error).toBeNull()
  expect((await signIn(owner.email)).error).toBeNull()
})

test('does not take an address from a user who took it in the meantime', async () => {
  const { email, wanted } = await changer()
  const [old, fresh] = [await tokenIn(email), await tokenIn(wanted)]
  expect((await clientOf(app).auth.signUp({ email: wanted, password: goodPassword })).error).toBeNull()
  expect((await verify(old)).error).toBeNull()
  expect((await verify(fresh)).error).not.toBeNull()
  expect((await signIn(email)).error).toBeNull()
})

test('requesting the current address cancels the change, and requesting another one replaces it', async () => {
  const { client, email, wanted } = await changer()
  const before = [await tokenIn(email), await tokenIn(wanted)]
  const kept = await client.auth.updateUser({ email: email.toUpperCase() })
  expect(kept.error).toBeNull()
  expect(kept.data.user).not.toHaveProperty('new_email')
  for (const token of before) expect((await verify(token)).error).toMatchObject({ code: 'otp_expired' })

  await app.advance('61 s')
  await client.auth.updateUser({ email: wanted })
  const first = await tokenIn(email)
  await app.advance('61 s')
  const other = newEmail()
  expect((await client.auth.updateUser({ email: other })).data.user).toMatchObject({ new_email: other })
  // The old mailbox confirmed another address than the pending one.
  expect((await verify(first)).error).toMatchObject({ code: 'otp_expired' })
})

test('cancels a change that was not confirmed within a day', async () => {
  const { client, email } = await changer()
  await verify(await tokenIn(email))
  await app.advance('25 h')
  await app.ctx.db.asAccounts((tx) => app.ctx.jobs.enqueue(tx, 'purge-expired-account-data', {}))
  await app.runDueJobs()
  await client.auth.signInWithPassword({ email, password: goodPassword })
  expect((await client.auth.getUser()).data.user).not.toHaveProperty('new_email')
})

test('ends with an authorization code when the client sent a code challenge', async () => {
  const { client, email, session } = await newUser(app)
  const wanted = newEmail()
  const verifier = randomBytes(48).toString('hex')
  const put = (body: object) =>
    fetch(`${app.url}/auth/v1/user?redirect_to=${encodeURIComponent(`${app.url}/account`)}`, {
      method: 'PUT',
      headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify(body),
    })
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  expect((await put({ email: wanted, code_challenge })).status).toBe(400)
  expect((await put({ email: wanted, code_challenge, code_challenge_method: 's256' })).status).toBe(200)
  const [old, fresh] = [await lastEmailTo(app, email), await lastEmailTo(app, wanted)]
  for (const link of [linkIn(old), linkIn(fresh)]) {
    expect(link.searchParams.get('token')).toMatch(/^pkce_/)
    expect(link.searchParams.get('redirect_to')).toBe(`${app.url}/account`)
  }
  expect((await client.auth.getUser()).data.user).toMatchObject({ new_email: wanted })
  expect((await followLink(linkIn(old))).fragment).toHaveProperty('message')
  const { url } = await followLink(linkIn(fresh))
  const exchange = async (code_verifier: string) => {
    const answer = await fetch(`${app.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: app.ctx.access.anonKey },
      body: JSON.stringify({ auth_code: new URL(url).searchParams.get('code'), code_verifier }),
    })
    const body: unknown = await answer.json()
    return [answer.status, body]
  }
  expect(await exchange('not the verifier')).toMatchObject([400, { error_code: 'bad_code_verifier' }])
  expect(await exchange(verifier)).toMatchObject([200, { user: { email: wanted } }])
})

test('requires reauthentication, and allows one request a minute', async () => {
  const { client, email } = await newUser(app)
  await app.advance('301 s')
  const late = await client.auth.updateUser({ email: newEmail() })
  expect(late.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  await client.auth.signInWithPassword({ email, password: goodPassword })
  expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull()
  const soon = await client.auth.updateUser({ email: newEmail() })
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test('refuses a change of address without a mail server, and changes nothing', async () => {
  await using accounts = await startAccounts()
  const { client, email } = await signedUp(accounts)
  const change = { email: newEmail(), password: 'eight yellow tricycles', data: { name: 'Eve' } }
  const { error } = await client.auth.updateUser(change)
  expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled' })
  const again = await accounts.client().auth.signInWithPassword({ email, password: goodPassword })
  expect(again.data.user?.user_metadata).not.toHaveProperty('name')
  expect((await client.auth.updateUser({ email: email.toUpperCase() })).error).toBeNull()
})

test('does not send an email of a cancelled change', async () => {
  const { client, email, wanted } = await changer()
  await client.auth.updateUser({ email })
  expect(await emailsTo(app, wanted)).toEqual([])
})
