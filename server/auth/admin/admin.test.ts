import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operatorOfFile } from '../../../test/kit/operator-of-file.ts'
import { goodPassword, newEmail, signedUp, waitingForLock } from '../../../test/kit/start-accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { bannedUntil } from './ban-duration.ts'

const { accounts, operator, made, signIn } = await operatorOfFile()

describe('accounts created by the operator', () => {
  test('work immediately when the address is marked as confirmed', async () => {
    const { email, user } = await made({ user_metadata: { name: 'Ann' }, app_metadata: { team: 'red' } })
    expect(user).toMatchObject({
      email,
      user_metadata: { name: 'Ann' },
      app_metadata: { team: 'red', provider: 'email' },
    })
    expect(user.identities).toHaveLength(1)
    const { data } = await signIn(email)
    expect(data.user?.id).toBe(user.id)
  })

  test('may have an id chosen by the operator', async () => {
    const id = randomUUID()
    expect((await made({ id })).user.id).toBe(id)
  })

  test('never reuse the id of another user', async () => {
    const { user } = await made()
    const { error } = await operator().createUser({ id: user.id, email: newEmail(), password: goodPassword })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('get no address that a concurrent request takes', async () => {
    const [{ user }, other] = [await made(), await made()]
    const wanted = newEmail()
    const { db } = accounts.ctx
    const late = await db.asAccounts(async (tx) => {
      await tx.updateTable('auth.users').set({ email: wanted }).where('id', '=', other.user.id).execute()
      const going = operator().updateUserById(user.id, { email: wanted })
      await expect.poll(() => waitingForLock(db)).toBe(true)
      return { going }
    })
    expect((await late.going).error).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('may have a password that was hashed elsewhere', async () => {
    const { email } = await signedUp(accounts)
    const hash = await accounts.ctx.db.asAccounts((tx) =>
      tx.selectFrom('auth.users').select('encrypted_password').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    const moved = await made({ password: '', password_hash: hash.encrypted_password })
    expect((await signIn(moved.email)).error).toBeNull()
  })

  test.each([
    ['no address', { email: '' }, 400, 'validation_failed'],
    ['an invalid address', { email: 'ann at home' }, 400, 'validation_failed'],
    ['a phone number', { phone: '+32470000000' }, 400, 'phone_provider_disabled'],
    ['a weak password', { password: 'short' }, 422, 'weak_password'],
    ['an unsupported hash', { password: '', password_hash: '$2y$10$abc' }, 400, 'validation_failed'],
    ['an unknown role', { role: 'service_role' }, 400, 'validation_failed'],
    ['an invalid id', { id: 'one' }, 400, 'validation_failed'],
    ['an invalid ban duration', { ban_duration: 'a while' }, 400, 'validation_failed'],
  ])('are refused with %s', async (_what, attributes, status, code) => {
    const given = { email: newEmail(), password: goodPassword, ...attributes }
    expect((await operator().createUser(given)).error).toMatchObject({ status, code })
  })

  test('are refused with a taken address', async () => {
    const { email } = await made()
    expect((await operator().createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

describe('accounts updated by the operator', () => {
  test('a new address and password apply immediately, and every session ends', async () => {
    const { client, session } = await signedUp(accounts)
    const email = newEmail()
    const { data } = await operator().updateUserById(session.user.id, { email, password: 'nine purple umbrellas' })
    expect(data.user).toMatchObject({ email, user_metadata: { email } })
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await signIn(email, 'nine purple umbrellas')).error).toBeNull()
  })

  test('a ban applies until it expires or is lifted', async () => {
    const { email, user } = await made()
    await operator().updateUserById(user.id, { ban_duration: '24h' })
    expect((await signIn(email)).error).toMatchObject({ code: 'user_banned' })
    await operator().updateUserById(user.id, { ban_duration: 'none' })
    expect((await signIn(email)).error).toBeNull()
  })

  test('merges metadata and removes fields set to null', async () => {
    const { user } = await made({ user_metadata: { name: 'Ann', town: 'Ghent' } })
    const { data } = await operator().updateUserById(user.id, { user_metadata: { town: null, job: 'miller' } })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ann', job: 'miller' })
    expect(data.user?.user_metadata).not.toHaveProperty('town')
  })

  test('refuses the address of another user and changes nothing', async () => {
    const [one, other] = [await made(), await made()]
    const change = { email: other.email, user_metadata: { name: 'Eve' } }
    expect((await operator().updateUserById(one.user.id, change)).error).toMatchObject({ code: 'email_exists' })
    expect((await operator().getUserById(one.user.id)).data.user).toMatchObject({ email: one.email })
  })
})

describe('accounts deleted by the operator', () => {
  test('are gone immediately: they are not found and cannot sign in', async () => {
    const { client, email, session } = await signedUp(accounts)
    expect((await operator().deleteUser(session.user.id)).error).toBeNull()
    expect((await operator().getUserById(session.user.id)).error).toMatchObject({ code: 'user_not_found' })
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('are deleted completely or not at all, and once', async () => {
    const { user } = await made()
    expect((await operator().deleteUser(user.id, true)).error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await operator().getUserById(user.id)).error).toBeNull()
    await operator().deleteUser(user.id)
    expect((await operator().deleteUser(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await operator().deleteUser(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

describe('reading', () => {
  test('a user by id, or not found', async () => {
    const { email, user } = await made()
    expect((await operator().getUserById(user.id)).data.user).toMatchObject({ email })
    expect((await operator().getUserById(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('an invalid id', async () => {
    const headers = { apikey: accounts.keys.service, authorization: `Bearer ${accounts.keys.service}` }
    const response = await accounts.request('/admin/users/one', { headers })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
  })

  test('all users page by page, newest first', async () => {
    accounts.clock.advance('1 s')
    const emails = [(await made()).email, (await made()).email, (await made()).email]
    const first = await operator().listUsers({ page: 1, perPage: 2 })
    const second = await operator().listUsers({ page: 2, perPage: 2 })
    const seen = [...first.data.users, ...second.data.users].map(({ email }) => email)
    expect(new Set(seen.slice(0, 3))).toEqual(new Set(emails))
    expect(first.data).toMatchObject({ nextPage: 2, total: expect.any(Number), lastPage: expect.any(Number) })
  })

  test('refuses page parameters that are not numbers', async () => {
    const headers = { apikey: accounts.keys.service, authorization: `Bearer ${accounts.keys.service}` }
    const response = await accounts.request('/admin/users?page=zero', { headers })
    expect(response.status).toBe(400)
  })

  test('the audit log of all accounts', async () => {
    const { session } = await signedUp(accounts)
    const headers = { apikey: accounts.keys.service, authorization: `Bearer ${accounts.keys.service}` }
    const entries = await (await accounts.request('/admin/audit', { headers })).json()
    expect(entries).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ actor_id: session.user.id, action: 'signed_in' }) }),
    )
  })
})

describe('factors of a user who has lost them', () => {
  test('are listed and removed one by one', async () => {
    const { client, session } = await signedUp(accounts)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const userId = session.user.id
    const listed = await operator().mfa.listFactors({ userId })
    expect(listed.data?.factors).toMatchObject([{ id: data?.id, friendly_name: 'Phone', factor_type: 'totp' }])
    await operator().mfa.deleteFactor({ userId, id: data?.id ?? '' })
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  test('are not found under another user', async () => {
    const [one, other] = [await signedUp(accounts), await signedUp(accounts)]
    const { data } = await one.client.auth.mfa.enroll({ factorType: 'totp' })
    const asked = await operator().mfa.deleteFactor({ userId: other.session.user.id, id: data?.id ?? '' })
    expect(asked.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })
})

describe('callers without the service key', () => {
  const calls: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['DELETE', `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ['POST', '/invite'],
    ['GET', '/admin/anything'],
  ]
  test.each(calls)('%s %s is refused to the anon key, to a user and to anonymous callers', async (method, path) => {
    const { session } = await signedUp(accounts)
    for (const token of [accounts.keys.anon, session.access_token]) {
      const response = await accounts.request(path, { method, headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
    }
    expect((await accounts.request(path, { method })).status).toBe(401)
  })
})

test('a ban lasts as long as the sum of its parts', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const part = fc.tuple(fc.nat(5000), fc.constantFrom('ms', 's', 'm', 'h'))
  const ms = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const text = parts.map(([amount, unit]) => `${amount}${unit}`).join('')
      const sum = parts.reduce((total, [amount, unit]) => total + amount * ms[unit], 0)
      expect(bannedUntil(text, now)?.getTime()).toBe(now.getTime() + sum)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(text !== 'none' && !/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text))
      expect(() => bannedUntil(text, now)).toThrow(AuthError)
    }),
  )
})

test('a confirmation of one mailbox is valid for that address alone', async () => {
  const { email } = await signedUp(accounts)
  const link = async (type: 'email_change_current' | 'email_change_new', wanted: string) => {
    const { data } = await operator().generateLink({ type, email, newEmail: wanted })
    return accounts.client().auth.verifyOtp({ type: 'email_change', token_hash: data.properties?.hashed_token ?? '' })
  }
  const [first, second] = [newEmail(), newEmail()]
  expect((await link('email_change_current', first)).error).toBeNull()
  expect((await link('email_change_new', second)).data.user).toBeNull()
  expect((await link('email_change_current', second)).data.user).toMatchObject({ email: second })
})

test.each([{ password: 'nine purple unicycles' }, { email: newEmail() }])(
  '%j ends sessions and notifies the owner',
  async (change) => {
    const { client, session } = await signedUp(accounts)
    const { id } = session.user
    expect((await operator().updateUserById(id, change)).error).toBeNull()
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const notices = await accounts.ctx.db.asService((tx) =>
      tx.selectFrom('app.outgoing_emails').select('kind').where('user_id', '=', id).execute(),
    )
    expect(notices).toEqual([{ kind: 'account-notice' }])
  },
)
