import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())
// All tests share one network address; reset its rate limits.
beforeEach(() => accounts.clock.advance('6 min'))

async function enrolling(friendlyName = 'Phone') {
  const account = await signedUp(accounts)
  const { data, error } = await account.client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { ...account, mfa: account.client.auth.mfa, factorId: data.id, secret: data.totp.secret, enrolled: data }
}
async function enrolled() {
  const account = await signedUp(accounts)
  const factor = await withAuthenticator(account.client.auth, accounts.clock)
  return { ...account, mfa: account.client.auth.mfa, ...factor }
}
/** The same user in another session, at aal1. */
async function signedInAgain({ email, password }: { email: string; password: string }) {
  const client = accounts.client()
  const { data } = await client.auth.signInWithPassword({ email, password })
  return { client, mfa: client.auth.mfa, token: data.session?.access_token ?? '', session: data.session }
}
const rowsOf = (userId: string) =>
  accounts.ctx.db.asAccounts(async (tx) => ({
    factors: await tx.selectFrom('auth.mfa_factors').selectAll().where('user_id', '=', userId).execute(),
    actions: (
      await tx
        .selectFrom('auth.audit_log_entries')
        .select('action')
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action),
  }))
const verdict = (token: string) =>
  accounts.ctx.access.verify(token).then(
    () => 'good',
    (error: { code: string }) => error.code,
  )

describe('enrolling an authenticator app', () => {
  test('returns the secret and its QR code once, and stores it sealed', async () => {
    const { enrolled, client, secret, session, email } = await enrolling('My phone')
    expect(enrolled).toEqual({
      id: expect.any(String),
      type: 'totp',
      friendly_name: 'My phone',
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg /),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringContaining(`otpauth://totp/Mailroom:${encodeURIComponent(email)}?`),
      },
    })
    const { factors } = await rowsOf(session.user.id)
    expect(JSON.stringify(factors)).not.toContain(secret)
    const { data } = await client.auth.getUser()
    expect(data.user?.factors).toEqual([
      {
        id: enrolled.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        status: 'unverified',
        friendly_name: 'My phone',
        factor_type: 'totp',
        phone: '',
        last_challenged_at: null,
      },
    ])
    expect(JSON.stringify(data)).not.toContain(secret)
    // An unverified factor is not required.
    expect(await verdict(session.access_token)).toBe('good')
  })

  test('completes with the first code: the same session continues at aal2', async () => {
    const { client, mfa, factorId, secret, session } = await enrolling()
    const { data, error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret, accounts.clock) })
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(data?.refresh_token).not.toBe(session.refresh_token)
    const claims = await mfa.getAuthenticatorAssuranceLevel()
    expect(claims.data).toEqual({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [
        { method: 'totp', timestamp: expect.any(Number) },
        { method: 'password', timestamp: expect.any(Number) },
      ],
    })
    const before = await accounts.ctx.access.verify(session.access_token)
    const after = await accounts.ctx.access.verify(data?.access_token ?? '')
    expect(after.sessionId).toBe(before.sessionId)
    expect((await mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
    // A refresh keeps aal2; the earlier refresh token is invalid.
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    const old = await accounts.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(old.error?.code).toBe('refresh_token_not_found')
    expect(await verdict(data?.access_token ?? '')).toBe('good')
    const { actions } = await rowsOf(session.user.id)
    expect(actions).toEqual(['signed_up', 'signed_in', 'factor_added'].filter((action) => actions.includes(action)))
    expect(actions).toContain('factor_added')
    expect(accounts.log()).toContain('factor_verified')
    expect(accounts.log()).not.toContain(secret)
  })

  test('ends other aal1 sessions and deletes other unverified apps', async () => {
    const account = await enrolling()
    const other = await signedInAgain(account)
    expect(await verdict(other.token)).toBe('good')
    await account.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun and left' })
    await account.mfa.challengeAndVerify({ factorId: account.factorId, code: codeOf(account.secret, accounts.clock) })
    expect(await verdict(other.token)).toBe('session_ended')
    expect((await account.mfa.listFactors()).data?.all).toMatchObject([{ id: account.factorId }])
  })

  test('refuses a duplicate name and unknown factor types', async () => {
    const { mfa, session } = await enrolling('Phone')
    const again = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    expect(again.error?.message).toBe('A factor with the friendly name "Phone" for this user already exists')
    const phone = await mfa.enroll({ factorType: 'phone', phone: '+491700000000' })
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
    const enroll = (body: object) =>
      accounts.request('/factors', {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify(body),
      })
    for (const body of [{}, { factor_type: 'sms' }, { factor_type: 'totp', friendly_name: 'x'.repeat(101) }])
      expect([body, (await enroll(body)).status]).toEqual([body, 400])
    expect((await accounts.request('/factors', { method: 'POST', body: '{}' })).status).toBe(401)
    const anonymous = await accounts.request(`/factors/${randomUUID()}/verify`, { method: 'POST', body: 'no json' })
    expect(anonymous.status).toBe(401)
  })

  test('allows ten factors, also in concurrent requests, and deletes unfinished enrolments', async () => {
    const { mfa, session } = await enrolling()
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) => mfa.enroll({ factorType: 'totp', friendlyName: `App ${n}` })),
    )
    const refused = asked.flatMap(({ error }) => error?.code ?? [])
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'too_many_enrolled_mfa_factors'))
    accounts.clock.advance('301 s')
    expect((await mfa.enroll({ factorType: 'totp', friendlyName: 'App 1' })).error).toBeNull()
    expect((await rowsOf(session.user.id)).factors).toHaveLength(1)
  })

  test('a second app requires aal2', async () => {
    const account = await enrolled()
    const { mfa } = await signedInAgain(account)
    const refused = await mfa.enroll({ factorType: 'totp', friendlyName: 'Of a thief' })
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(refused.error?.message).toBe('AAL2 required to enroll a new factor')
    expect((await account.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toBeNull()
  })
})

describe('a code', () => {
  test('is required at the next sign-in, and until then only the account is accessible', async () => {
    const account = await enrolled()
    const { client, mfa, token } = await signedInAgain(account)
    expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(await verdict(token)).toBe('second_step_required')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    const { data, error } = await mfa.challengeAndVerify({
      factorId: account.factorId,
      code: codeOf(account.secret, accounts.clock),
    })
    expect(error).toBeNull()
    expect(await verdict(data?.access_token ?? '')).toBe('good')
    // A session that is already at aal2 is not affected.
    expect((await account.client.auth.getUser()).error).toBeNull()
    expect((await rowsOf(account.session.user.id)).actions.at(-1)).toBe('second_step_passed')
  })

  test('works once, across all sessions and challenges', async () => {
    const account = await enrolled()
    const [one, other] = [await signedInAgain(account), await signedInAgain(account)]
    const code = codeOf(account.secret, accounts.clock)
    const outcomes = await Promise.all(
      [one, other].map(({ mfa }) => mfa.challengeAndVerify({ factorId: account.factorId, code })),
    )
    // The second one either found the code used or its session ended by the first.
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await (await signedInAgain(account)).mfa.challengeAndVerify({ factorId: account.factorId, code })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(again.error?.message).toBe('Invalid TOTP code entered')
  })

  /** Advances to the start of a step, so that none ends between generating and sending a code. */
  const beginStep = (): void => {
    const into = accounts.clock.now().getTime() % 30_000
    accounts.clock.advance(`${(30_000 - into) / 1000} s`)
  }

  test.each([-2, 2, 10])('is refused %i steps away', async (steps) => {
    const { mfa, factorId, secret } = await enrolling()
    beginStep()
    const { error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret, accounts.clock, steps) })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test.each([-1, 1])('is accepted %i step away', async (steps) => {
    const { mfa, factorId, secret } = await enrolling()
    beginStep()
    const { error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret, accounts.clock, steps) })
    expect(error).toBeNull()
  })

  test('allows five guesses in five minutes, also concurrent ones', async () => {
    const account = await enrolled()
    const { mfa } = await signedInAgain(account)
    const { data } = await mfa.challenge({ factorId: account.factorId })
    const { data: second } = await mfa.challenge({ factorId: account.factorId })
    const wrong = codeOf(account.secret, accounts.clock, 100)
    const guess = (challengeId = '', code = wrong) =>
      mfa.verify({ factorId: account.factorId, challengeId, code }).then(({ error }) => error?.code)
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, n) => guess(n % 2 ? data?.id : second?.id)))
    expect(guesses.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
    expect(guesses.filter((code) => code === 'over_request_rate_limit')).toHaveLength(3)
    const right = codeOf(account.secret, accounts.clock)
    expect(await guess(data?.id, right)).toBe('over_request_rate_limit')
    const { actions } = await rowsOf(account.session.user.id)
    expect(actions.filter((action) => action === 'second_step_failed')).toHaveLength(5)
    // The lock is temporary.
    accounts.clock.advance('5 min')
    const later = await mfa.challengeAndVerify({
      factorId: account.factorId,
      code: codeOf(account.secret, accounts.clock),
    })
    expect(later.error).toBeNull()
  })
})

describe('a challenge', () => {
  test('states its type and expiry', async () => {
    const { mfa, factorId } = await enrolling()
    const { data } = await mfa.challenge({ factorId })
    const expected = Math.floor(accounts.clock.now().getTime() / 1000) + 300
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp' })
    expect(data?.expires_at).toBe(expected)
    expect((await mfa.listFactors()).data?.all).toMatchObject([{ last_challenged_at: expect.any(String) }])
  })

  test('is valid for 300 seconds, for one response, one factor and one session', async () => {
    const { client, mfa, factorId, secret, email, password } = await enrolling()
    const { data } = await mfa.challenge({ factorId })
    const challengeId = data?.id ?? ''
    const respond = (at = mfa, id = challengeId, factor = factorId) =>
      at
        .verify({ factorId: factor, challengeId: id, code: codeOf(secret, accounts.clock) })
        .then(({ error }) => (error ? [error.status, error.code] : []))
    const other = await signedInAgain({ email, password })
    expect(await respond(other.mfa)).toEqual([422, 'mfa_ip_address_mismatch'])
    const tablet = await mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect(await respond(mfa, challengeId, tablet.data?.id)).toEqual([422, 'mfa_factor_not_found'])
    expect(await respond(mfa, 'no id')).toEqual([422, 'mfa_factor_not_found'])
    expect(await respond(mfa, factorId)).toEqual([422, 'mfa_factor_not_found'])
    accounts.clock.advance('299 s')
    expect(await respond()).toEqual([])
    accounts.clock.advance('60 s')
    expect(await respond()).toEqual([422, 'mfa_ip_address_mismatch'])
    const { data: old } = await mfa.challenge({ factorId })
    accounts.clock.advance('300 s')
    expect(await respond(mfa, old?.id)).toEqual([422, 'mfa_challenge_expired'])
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('requires the user’s own factor and a code', async () => {
    const { factorId, mfa } = await enrolling()
    const otherUser = await enrolling()
    for (const [id, code] of [
      [factorId, 'mfa_factor_not_found'],
      ['0198c0de-0000-4000-8000-000000000000', 'mfa_factor_not_found'],
      ['no-id', 'validation_failed'],
    ] as const) {
      const challenged = await otherUser.mfa.challenge({ factorId: id })
      expect(challenged.error).toMatchObject({ status: 404, code })
      const verified = await otherUser.mfa.verify({ factorId: id, challengeId: id, code: '123456' })
      expect(verified.error).toMatchObject({ status: 404, code })
      expect((await otherUser.mfa.unenroll({ factorId: id })).error).toMatchObject({ status: 404, code })
    }
    const { error } = await mfa.challengeAndVerify({ factorId, code: '' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' })
  })
})

describe('removing it', () => {
  test('requires aal2, and lowers the session to aal1', async () => {
    const account = await enrolled()
    const other = await signedInAgain(account)
    const refused = await other.mfa.unenroll({ factorId: account.factorId })
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect(refused.error?.message).toBe('AAL2 required to unenroll verified factor')

    const { data, error } = await account.mfa.unenroll({ factorId: account.factorId })
    expect(error).toBeNull()
    expect(data).toEqual({ id: account.factorId })
    await account.client.auth.refreshSession()
    expect((await account.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    // No session needs a second factor any more.
    expect(await verdict(other.token)).toBe('good')
    const { actions, factors } = await rowsOf(account.session.user.id)
    expect([actions.at(-1), factors]).toEqual(['factor_removed', []])
  })

  test('sessions verified with it need another remaining factor', async () => {
    const account = await enrolled()
    const { data } = await account.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    const tablet = { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
    await account.mfa.challengeAndVerify({ factorId: tablet.factorId, code: codeOf(tablet.secret, accounts.clock) })
    const other = await signedInAgain(account)
    const passed = await other.mfa.challengeAndVerify({
      factorId: account.factorId,
      code: codeOf(account.secret, accounts.clock),
    })
    const token = passed.data?.access_token ?? ''
    const elsewhere = () => accounts.otherNode.access.verify(token)
    expect(await verdict(token)).toBe('good')
    await elsewhere()
    expect((await account.mfa.unenroll({ factorId: account.factorId })).error).toBeNull()
    expect(await verdict(token)).toBe('second_step_required')
    // Another node notices within ten seconds.
    accounts.clock.advance('10 s')
    await expect(elsewhere()).rejects.toMatchObject({ code: 'second_step_required' })
    expect((await account.client.auth.getUser()).error).toBeNull()
    expect((await account.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('requires no aal2 when it was never verified, and records no event', async () => {
    const { mfa, factorId, session } = await enrolling()
    const { data } = await mfa.unenroll({ factorId })
    expect(data).toEqual({ id: factorId })
    const { actions, factors } = await rowsOf(session.user.id)
    expect([actions.includes('factor_removed'), factors]).toEqual([false, []])
  })
})
