import { afterEach, expect, test } from 'vitest'
import { clientOf, codeIn, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
// Reset the rate limits per network address before each test.
afterEach(() => app.advance('1 h'))

const invalidCode = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const invalidLink = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' }

/** A user who has just requested an email, with its link and code. */
async function asked(how: 'magiclink' | 'recovery' = 'magiclink') {
  const { email, userId } = await newUser(app)
  const { auth } = clientOf(app)
  const { error } = await (how === 'magiclink' ? auth.signInWithOtp({ email }) : auth.resetPasswordForEmail(email))
  expect(error).toBeNull()
  const sent = await lastEmailTo(app, email)
  return { auth, email, userId, code: codeIn(sent), hash: linkIn(sent).searchParams.get('token') ?? '' }
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code signs in together with its address, once', async () => {
  const { auth, email, userId, code } = await asked()
  const { data, error } = await auth.verifyOtp({ email: ` ${email.toUpperCase()}`, token: code, type: 'email' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: userId, email })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] })
  expect((await auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(invalidCode)
})

test('the token hash of the link does too; consuming one voids the code of the same email', async () => {
  const { auth, email, code, hash } = await asked()
  expect((await auth.verifyOtp({ token_hash: hash, type: 'magiclink' })).error).toBeNull()
  expect((await auth.verifyOtp({ token_hash: hash, type: 'magiclink' })).error).toMatchObject(invalidLink)
  expect((await auth.verifyOtp({ email, token: code, type: 'magiclink' })).error).toMatchObject(invalidCode)
})

test('one of two concurrent requests succeeds', async () => {
  const { email, code } = await asked()
  const byCode = await Promise.all(
    [1, 2, 3].map(() => clientOf(app).auth.verifyOtp({ email, token: code, type: 'email' })),
  )
  expect(byCode.filter(({ error }) => !error)).toHaveLength(1)
  const { hash } = await asked()
  const byLink = await Promise.all(
    [1, 2, 3].map(() => clientOf(app).auth.verifyOtp({ token_hash: hash, type: 'email' })),
  )
  expect(byLink.filter(({ error }) => !error)).toHaveLength(1)
})

test('a code is valid only for its own address and purpose', async () => {
  const { auth, email, code, hash } = await asked()
  const other = await asked('recovery')
  expect((await auth.verifyOtp({ email: other.email, token: code, type: 'email' })).error).toMatchObject(invalidCode)
  expect((await auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject(invalidCode)
  expect((await auth.verifyOtp({ token_hash: hash, type: 'recovery' })).error).toMatchObject(invalidLink)
  expect((await auth.verifyOtp({ token_hash: other.hash, type: 'magiclink' })).error).toMatchObject(invalidLink)
  expect((await auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

test('allows five guesses at a code, also concurrently; the link still works', async () => {
  const { email, code, hash } = await asked()
  const guess = (token: string) => clientOf(app).auth.verifyOtp({ email, token, type: 'email' })
  for (let tried = 0; tried < 4; tried++) expect((await guess(wrongOf(code))).error).toMatchObject(invalidCode)
  expect((await guess(code)).error).toBeNull()

  const next = await asked()
  const guessNext = (token: string) => clientOf(app).auth.verifyOtp({ email: next.email, token, type: 'email' })
  await Promise.all(Array.from({ length: 5 }, () => guessNext(wrongOf(next.code))))
  expect((await guessNext(next.code)).error).toMatchObject(invalidCode)
  expect((await clientOf(app).auth.verifyOtp({ token_hash: next.hash, type: 'email' })).error).toBeNull()
  expect(hash).not.toBe(next.hash)
})

test('a new email replaces the last, but any number of them allows only twenty guesses in ten minutes', async () => {
  const { auth, email, code } = await asked()
  await app.advance('1 min')
  await auth.signInWithOtp({ email })
  const second = codeIn(await lastEmailTo(app, email))
  if (second !== code)
    expect((await auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(invalidCode)
  for (let tried = 0; tried < 19; tried++) {
    expect((await auth.verifyOtp({ email, token: 'abc', type: 'email' })).error).toMatchObject(invalidCode)
  }
  await app.advance('1 min')
  await auth.signInWithOtp({ email })
  const sent = await lastEmailTo(app, email)
  const { error } = await auth.verifyOtp({ email, token: codeIn(sent), type: 'email' })
  expect(error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    message: expect.stringContaining('link'),
  })
  const token_hash = linkIn(sent).searchParams.get('token') ?? ''
  expect((await auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull()
})

test('a code expires after ten minutes, a link after an hour', async () => {
  const early = await asked()
  await app.advance('9 min')
  expect((await early.auth.verifyOtp({ email: early.email, token: early.code, type: 'email' })).error).toBeNull()
  const late = await asked()
  await app.advance('10 min')
  expect((await late.auth.verifyOtp({ email: late.email, token: late.code, type: 'email' })).error).toMatchObject(
    invalidCode,
  )
  await app.advance('49 min')
  expect((await late.auth.verifyOtp({ token_hash: late.hash, type: 'email' })).error).toBeNull()
  const tooLate = await asked()
  await app.advance('60 min')
  expect((await tooLate.auth.verifyOtp({ token_hash: tooLate.hash, type: 'email' })).error).toMatchObject(invalidLink)
})

test('refuses a user who was banned in the meantime', async () => {
  const { auth, userId, hash } = await asked()
  const ban = (until: string) =>
    app.ctx.db.pool.query(
      `begin; set local role accounts_service;
       update auth.users set banned_until = ${until} where id = '${userId}'; commit`,
    )
  await ban(`now() + interval '10 years'`)
  expect((await auth.verifyOtp({ token_hash: hash, type: 'email' })).error).toMatchObject({
    status: 403,
    code: 'user_banned',
  })
  await ban('null')
  expect((await auth.verifyOtp({ token_hash: hash, type: 'email' })).error).toBeNull()
})

const post = async (body: unknown) => {
  const response = await fetch(`${app.url}/auth/v1/verify`, { method: 'POST', body: JSON.stringify(body) })
  return [response.status, await response.json()]
}

test.each([
  [{}, 400, 'validation_failed', 'Verify requires a verification type'],
  [{ type: 'email' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '1', token_hash: '2' }, 400, 'validation_failed', 'either a token or a token hash'],
  [{ type: 'email', token_hash: '2', email: 'a@b.example' }, 400, 'validation_failed', 'Only the token_hash and type'],
  [{ type: 'email', token_hash: '2', phone: '4911' }, 400, 'validation_failed', 'Only the token_hash and type'],
  [{ type: 'email', token: '123456' }, 400, 'validation_failed', 'Only an email address or phone number'],
  [{ type: 'email', token: '123456', email: 'nobody' }, 422, 'validation_failed', 'Invalid email format'],
  [{ type: 'other', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
  [{ type: 'toString', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
  [{ type: 'sms', token: '1', phone: 'x' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  [{ type: 'sms', token: '1', phone: '+4915112345678' }, 403, 'otp_expired', 'Token has expired or is invalid'],
  [{ type: 'signup', token_hash: 'pkce_x' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
  [{ type: 'email', token: '123456', email: newEmail() }, 403, 'otp_expired', 'Token has expired or is invalid'],
])('refuses %j', async (body, status, code, text) => {
  expect(await post(body)).toEqual([status, { code: status, error_code: code, msg: expect.stringContaining(text) }])
})
