import { expect, test } from 'vitest'
import { clientOf, codeIn, emailsTo, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { withAuthenticator } from '../../../test/kit/second-step.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { createOneTimeToken, consumeTokenByCode } from '../tokens/one-time-token.ts'

const newPassword = 'eight yellow tricycles'
const app = await appOfFile()

const signIn = (email: string, password: string) => clientOf(app).auth.signInWithPassword({ email, password })

test('a new password is reported to the owner in an email without a link', async () => {
  const { client, email } = await newUser(app)
  expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
  const mail = await lastEmailTo(app, email)
  expect(mail.subject).toBe('Your Mailroom password was changed')
  expect(mail.html).not.toContain('/auth/v1')
})

test('a new password revokes sent codes and a pending change of address', async () => {
  const { client, email, userId } = await newUser(app)
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted })
  const token = linkIn(await lastEmailTo(app, wanted)).searchParams.get('token') ?? ''
  const { code } = await app.ctx.db.asAccounts((tx) =>
    createOneTimeToken(tx, app.ctx, { userId, purpose: 'recovery', email, flowStateId: null }),
  )
  const { data } = await client.auth.updateUser({ password: newPassword })
  expect(data.user).not.toHaveProperty('new_email')
  const used = app.ctx.db.asAccounts((tx) => consumeTokenByCode(tx, app.ctx, { email, code, purposes: ['recovery'] }))
  expect(await used).toBeNull()
  const late = await clientOf(app).auth.verifyOtp({ type: 'email_change', token_hash: token })
  expect(late.error).toMatchObject({ code: 'otp_expired' })
})

test('address and password may be changed in one request', async () => {
  const { client, email } = await newUser(app)
  const wanted = newEmail()
  const { data, error } = await client.auth.updateUser({ email: wanted, password: newPassword })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, new_email: wanted })
  expect(await emailsTo(app, wanted)).toHaveLength(1)
  expect((await signIn(email, newPassword)).error).toBeNull()
})

test('the current password in the request is sufficient; a wrong one is refused even in a recent session', async () => {
  const { client, email, password, session } = await newUser(app)
  const change = async (body: object) => {
    const response = await fetch(`${app.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify(body),
    })
    const text: unknown = await response.json()
    return [response.status, text]
  }
  const wrong = await change({ password: newPassword, current_password: 'not my password' })
  expect(wrong).toMatchObject([400, { error_code: 'current_password_invalid' }])
  await app.advance('301 s')
  expect(await change({ password: newPassword })).toMatchObject([400, { error_code: 'reauthentication_needed' }])
  expect(await change({ password: newPassword, current_password: password })).toMatchObject([200, {}])
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await signIn(email, newPassword)).error).toBeNull()
})

test('guessing the current password is limited like a sign-in', async () => {
  const { email, session } = await newUser(app)
  const guess = async (current_password: string) => {
    const response = await fetch(`${app.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ password: newPassword, current_password }),
    })
    return response.status
  }
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push(await guess(`guess number ${count}`))
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  expect((await signIn(email, newPassword)).error).toMatchObject({ status: 429 })
  await app.advance('6 min')
})

test('the first password of an account adds an email identity', async () => {
  const { client, email, userId } = await newUser(app)
  await app.ctx.db.asAccounts(async (tx) => {
    await tx.updateTable('auth.users').set({ encrypted_password: null }).where('id', '=', userId).execute()
    await tx.updateTable('auth.identities').set({ provider: 'azure' }).where('user_id', '=', userId).execute()
  })
  const { data, error } = await client.auth.updateUser({ password: newPassword })
  expect(error).toBeNull()
  expect(data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(['azure', 'email'])
  expect((await signIn(email, newPassword)).error).toBeNull()
})

test('a user with a second factor needs aal2 to change password or address', async () => {
  const { client, email, password } = await newUser(app)
  await withAuthenticator(client.auth, app.clock)
  const aal1Client = clientOf(app)
  await aal1Client.auth.signInWithPassword({ email, password })
  for (const change of [{ password: newPassword }, { email: newEmail() }]) {
    const { error } = await aal1Client.auth.updateUser(change)
    expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  }
  expect((await aal1Client.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull()
  expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
})

test('an emailed code does not replace the second factor', async () => {
  const { client, email, password } = await newUser(app)
  await withAuthenticator(client.auth, app.clock)
  const aal1Client = clientOf(app)
  await aal1Client.auth.signInWithPassword({ email, password })
  await app.runDueJobs()
  await aal1Client.auth.reauthenticate()
  const nonce = codeIn(await lastEmailTo(app, email))
  const { error } = await aal1Client.auth.updateUser({ password: newPassword, nonce })
  expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
})
