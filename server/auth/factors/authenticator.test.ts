import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { signedUp, startAccounts, type Accounts } from '../../../test/kit/start-accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts()
})
afterAll(() => accounts[Symbol.asyncDispose]())
// All come from one network address, which may ask so often a minute and no oftener.
beforeEach(() => accounts.clock.advance('6 min'))

async function enrolling(friendlyName = 'Phone') {
  const person = await signedUp(accounts)
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { ...person, mfa: person.client.auth.mfa, factorId: data.id, secret: data.totp.secret, enrolled: data }
}
async function enrolled() {
  const person = await signedUp(accounts)
  const factor = await withAuthenticator(person.client.auth, accounts.clock)
  return { ...person, mfa: person.client.auth.mfa, ...factor }
}
/** The same person at another device, as far as the password brings them. */
async function signedInAgain({ email, password }: { email: string; password: string }) {
  const client = accounts.client()
  const { data } = await client.auth.signInWithPassword({ email, password })
  return { client, mfa: client.auth.mfa, token: data.session?.access_token ?? '', session: data.session }
}
const rowsOf = (userId: string) =>
  accounts.ctx.db.asAccounts(async (tx) => ({
    factors: await tx.selectFrom('auth.mfa_factors').selectAll().where('user_id', '=', userId).execute(),
    trail: (
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

describe('setting up an authenticator app', () => {
  test('answers a secret and its QR code once, and keeps it sealed', async () => {
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
    // Nothing is asked for what is only half set up.
    expect(await verdict(session.access_token)).toBe('good')
  })

  test('is done with the first code: the same session goes on, now with two steps', async () => {
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
    // Refreshing keeps what was reached; the token before is worth nothing.
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    const old = await accounts.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(old.error?.code).toBe('refresh_token_not_found')
    expect(await verdict(data?.access_token ?? '')).toBe('good')
    const { trail } = await rowsOf(session.user.id)
    expect(trail).toEqual(['signed_up', 'signed_in', 'factor_added'].filter((action) => trail.includes(action)))
    expect(trail).toContain('factor_added')
    expect(accounts.log()).toContain('factor_verified')
    expect(accounts.log()).not.toContain(secret)
  })

  test('ends what else had only taken the first step, and forgets other apps half set up', async () => {
    const person = await enrolling()
    const other = await signedInAgain(person)
    expect(await verdict(other.token)).toBe('good')
    await person.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun and left' })
    await person.mfa.challengeAndVerify({ factorId: person.factorId, code: codeOf(person.secret, accounts.clock) })
    expect(await verdict(other.token)).toBe('session_ended')
    expect((await person.mfa.listFactors()).data?.all).toMatchObject([{ id: person.factorId }])
  })

  test('names an app once, and refuses what it does not know', async () => {
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
  })

  test('stops at ten, also where all are asked for at once, and forgets those left half set up', async () => {
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

  test('a second app needs the second step', async () => {
    const person = await enrolled()
    const { mfa } = await signedInAgain(person)
    const refused = await mfa.enroll({ factorType: 'totp', friendlyName: 'Of a thief' })
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(refused.error?.message).toBe('AAL2 required to enroll a new factor')
    expect((await person.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toBeNull()
  })
})

describe('a code', () => {
  test('is asked for at the next sign-in, and until then nothing but the account can be reached', async () => {
    const person = await enrolled()
    const { client, mfa, token } = await signedInAgain(person)
    expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(await verdict(token)).toBe('second_step_required')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    const { data, error } = await mfa.challengeAndVerify({
      factorId: person.factorId,
      code: codeOf(person.secret, accounts.clock),
    })
    expect(error).toBeNull()
    expect(await verdict(data?.access_token ?? '')).toBe('good')
    // Whoever passed it before is not touched.
    expect((await person.client.auth.getUser()).error).toBeNull()
    expect((await rowsOf(person.session.user.id)).trail.at(-1)).toBe('second_step_passed')
  })

  test('is good once, over all sessions and challenges', async () => {
    const person = await enrolled()
    const [one, other] = [await signedInAgain(person), await signedInAgain(person)]
    const code = codeOf(person.secret, accounts.clock)
    const outcomes = await Promise.all(
      [one, other].map(({ mfa }) => mfa.challengeAndVerify({ factorId: person.factorId, code })),
    )
    // The one that came second either found the code used, or its session ended by the first.
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await (await signedInAgain(person)).mfa.challengeAndVerify({ factorId: person.factorId, code })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(again.error?.message).toBe('Invalid TOTP code entered')
  })

  /** To the beginning of a step, so that none ends between making a code and showing it. */
  const beginStep = (): void => {
    const into = accounts.clock.now().getTime() % 30_000
    accounts.clock.advance(`${(30_000 - into) / 1000} s`)
  }

  test.each([-2, 2, 10])('of %i steps away is refused', async (steps) => {
    const { mfa, factorId, secret } = await enrolling()
    beginStep()
    const { error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret, accounts.clock, steps) })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test.each([-1, 1])('of %i step away is taken', async (steps) => {
    const { mfa, factorId, secret } = await enrolling()
    beginStep()
    const { error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret, accounts.clock, steps) })
    expect(error).toBeNull()
  })

  test('can be guessed at five times in five minutes, and not at once either', async () => {
    const person = await enrolled()
    const { mfa } = await signedInAgain(person)
    const { data } = await mfa.challenge({ factorId: person.factorId })
    const { data: second } = await mfa.challenge({ factorId: person.factorId })
    const wrong = codeOf(person.secret, accounts.clock, 100)
    const guess = (challengeId = '', code = wrong) =>
      mfa.verify({ factorId: person.factorId, challengeId, code }).then(({ error }) => error?.code)
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, n) => guess(n % 2 ? data?.id : second?.id)))
    expect(guesses.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
    expect(guesses.filter((code) => code === 'over_request_rate_limit')).toHaveLength(3)
    const right = codeOf(person.secret, accounts.clock)
    expect(await guess(data?.id, right)).toBe('over_request_rate_limit')
    const { trail } = await rowsOf(person.session.user.id)
    expect(trail.filter((action) => action === 'second_step_failed')).toHaveLength(5)
    // Nobody is kept out for good.
    accounts.clock.advance('5 min')
    const later = await mfa.challengeAndVerify({
      factorId: person.factorId,
      code: codeOf(person.secret, accounts.clock),
    })
    expect(later.error).toBeNull()
  })
})

describe('a challenge', () => {
  test('says what it is and how long it is good', async () => {
    using _still = accounts.clock.stop()
    const { mfa, factorId } = await enrolling()
    const { data } = await mfa.challenge({ factorId })
    const expected = Math.floor(accounts.clock.now().getTime() / 1000) + 300
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp' })
    expect(data?.expires_at).toBe(expected)
    expect((await mfa.listFactors()).data?.all).toMatchObject([{ last_challenged_at: expect.any(String) }])
  })

  test('is good for 300 seconds, for one answer, one factor and one session', async () => {
    using _still = accounts.clock.stop()
    const { client, mfa, factorId, secret, email, password } = await enrolling()
    const { data } = await mfa.challenge({ factorId })
    const challengeId = data?.id ?? ''
    const answer = (at = mfa, id = challengeId, factor = factorId) =>
      at
        .verify({ factorId: factor, challengeId: id, code: codeOf(secret, accounts.clock) })
        .then(({ error }) => (error ? [error.status, error.code] : []))
    const other = await signedInAgain({ email, password })
    expect(await answer(other.mfa)).toEqual([422, 'mfa_ip_address_mismatch'])
    const tablet = await mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect(await answer(mfa, challengeId, tablet.data?.id)).toEqual([422, 'mfa_factor_not_found'])
    expect(await answer(mfa, 'no id')).toEqual([422, 'mfa_factor_not_found'])
    expect(await answer(mfa, factorId)).toEqual([422, 'mfa_factor_not_found'])
    accounts.clock.advance('299 s')
    expect(await answer()).toEqual([])
    accounts.clock.advance('60 s')
    expect(await answer()).toEqual([422, 'mfa_ip_address_mismatch'])
    const { data: old } = await mfa.challenge({ factorId })
    accounts.clock.advance('300 s')
    expect(await answer(mfa, old?.id)).toEqual([422, 'mfa_challenge_expired'])
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('needs a factor of one’s own, and a code', async () => {
    const { factorId, mfa } = await enrolling()
    const stranger = await enrolling()
    for (const [id, code] of [
      [factorId, 'mfa_factor_not_found'],
      ['0198c0de-0000-4000-8000-000000000000', 'mfa_factor_not_found'],
      ['no-id', 'validation_failed'],
    ] as const) {
      const challenged = await stranger.mfa.challenge({ factorId: id })
      expect(challenged.error).toMatchObject({ status: 404, code })
      const verified = await stranger.mfa.verify({ factorId: id, challengeId: id, code: '123456' })
      expect(verified.error).toMatchObject({ status: 404, code })
      expect((await stranger.mfa.unenroll({ factorId: id })).error).toMatchObject({ status: 404, code })
    }
    const { error } = await mfa.challengeAndVerify({ factorId, code: '' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' })
  })
})

describe('taking it away again', () => {
  test('needs the second step, and lets a session fall back to its first', async () => {
    const person = await enrolled()
    const other = await signedInAgain(person)
    const refused = await other.mfa.unenroll({ factorId: person.factorId })
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect(refused.error?.message).toBe('AAL2 required to unenroll verified factor')

    const { data, error } = await person.mfa.unenroll({ factorId: person.factorId })
    expect(error).toBeNull()
    expect(data).toEqual({ id: person.factorId })
    await person.client.auth.refreshSession()
    expect((await person.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    // Nothing is asked any more, of nobody.
    expect(await verdict(other.token)).toBe('good')
    const { trail, factors } = await rowsOf(person.session.user.id)
    expect([trail.at(-1), factors]).toEqual(['factor_removed', []])
  })

  test('asks those who used it for another that is left', async () => {
    const person = await enrolled()
    const { data } = await person.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    const tablet = { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
    await person.mfa.challengeAndVerify({ factorId: tablet.factorId, code: codeOf(tablet.secret, accounts.clock) })
    const other = await signedInAgain(person)
    const passed = await other.mfa.challengeAndVerify({
      factorId: person.factorId,
      code: codeOf(person.secret, accounts.clock),
    })
    const token = passed.data?.access_token ?? ''
    const elsewhere = () => accounts.otherNode.access.verify(token)
    expect(await verdict(token)).toBe('good')
    await elsewhere()
    expect((await person.mfa.unenroll({ factorId: person.factorId })).error).toBeNull()
    expect(await verdict(token)).toBe('second_step_required')
    // Another node notices within ten seconds.
    accounts.clock.advance('10 s')
    await expect(elsewhere()).rejects.toMatchObject({ code: 'second_step_required' })
    expect((await person.client.auth.getUser()).error).toBeNull()
    expect((await person.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('needs nothing where it was never verified, and leaves no trace', async () => {
    const { mfa, factorId, session } = await enrolling()
    const { data } = await mfa.unenroll({ factorId })
    expect(data).toEqual({ id: factorId })
    const { trail, factors } = await rowsOf(session.user.id)
    expect([trail.includes('factor_removed'), factors]).toEqual([false, []])
  })
})
