import { createSign, generateKeyPairSync } from 'node:crypto'
import { base64url, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { currentSigningKey } from '../keys/signing-keys.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())
const token = (await signedUp(accounts)).session.access_token
const signer = await accounts.ctx.db.asAccounts((tx) => currentSigningKey(tx, accounts.ctx))

const getUser = async (bearer: string | null) => {
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await accounts.request('/user', { headers: { ...headers, 'x-supabase-api-version': '2024-01-01' } })
  return { status: response.status, body: await response.json() }
}

/** Expects GoTrue's refusal here and the refusals of tables and functions. */
async function expectRefused(bad: string, detail: string, code: 'unauthorized' | 'session_ended' = 'unauthorized') {
  expect(await getUser(bad)).toMatchObject({ status: 403, body: { message: expect.stringContaining(detail) } })
  await expect(accounts.ctx.access.verify(bad)).rejects.toMatchObject({ code })
}

test('returns the user without secrets', async () => {
  const { client, email, session } = await signedUp(accounts)
  const { data, error } = await client.auth.getUser()
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: session.user.id, email, identities: [{ provider: 'email' }] })
  const text = JSON.stringify([data, session.user])
  for (const secret of ['argon2', 'encrypted', 'password', 'hash', goodPassword]) expect(text).not.toContain(secret)
  const caller = await accounts.ctx.access.verify(session.access_token)
  expect(caller).toMatchObject({
    userId: session.user.id,
    email,
    claims: { sub: session.user.id, role: 'authenticated' },
  })
})

test('the official client verifies claims locally with the published keys', async () => {
  const client = accounts.client()
  const right = await client.auth.getClaims(token)
  expect(right.error).toBeNull()
  const forger = await generateKeyPair('ES256')
  const forged = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signer.kid })
    .sign(forger.privateKey)
  const wrong = await client.auth.getClaims(forged)
  expect(wrong.error?.message).toBe('Invalid JWT signature')
})

test('a client adopts a session that it is given, or reports an invalid one', async () => {
  const { session } = await signedUp(accounts)
  const { access_token, refresh_token } = session
  const taken = await accounts.client().auth.setSession({ access_token, refresh_token })
  expect(taken.data.user?.id).toBe(session.user.id)
  const [header, claims] = access_token.split('.')
  const forged = await accounts.client().auth.setSession({ access_token: `${header}.${claims}.AAAA`, refresh_token })
  expect(forged.error).toMatchObject({ status: 403, code: 'bad_jwt' })
})

describe('refuses', () => {
  test('no token', async () => {
    expect(await getUser(null)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  })

  test('the API keys in place of a token', async () => {
    for (const key of [accounts.keys.anon, accounts.keys.service]) await expectRefused(key, 'missing sub claim')
  })

  test('nonsense', async () => {
    await expectRefused('nonsense', 'malformed')
    await expectRefused('a.b.c', 'malformed')
  })

  test('a changed token', async () => {
    const [header, , signature] = token.split('.')
    const claims = { ...decodeJwt(token), sub: '3c4e6a6e-7c5a-4b6e-9b5e-1d2c3b4a5f6e' }
    await expectRefused(`${header}.${base64url.encode(JSON.stringify(claims))}.${signature}`, 'signature')
  })

  test('a token without signature', async () => {
    const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'JWT', kid: signer.kid }))
    const [, claims, signature] = token.split('.')
    for (const end of ['', signature]) await expectRefused(`${header}.${claims}.${end}`, 'signing method is invalid')
  })

  test('HMAC with the public key or with the secret of the API keys', async () => {
    const { keys } = await (await accounts.request('/.well-known/jwks.json')).json()
    for (const secret of [JSON.stringify(keys[0]), 'a secret of the tests that is long enough']) {
      const forged = await new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signer.kid })
        .sign(new TextEncoder().encode(secret))
      await expectRefused(forged, 'signing method is invalid')
    }
  })

  test('a key embedded in the token header', async () => {
    const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = foreignKey.publicKey.export({ format: 'jwk' })
    for (const extra of [{ jwk }, { jku: 'https://example.com/keys' }, { x5u: 'https://example.com/cert' }, {}]) {
      const header = base64url.encode(JSON.stringify({ ...decodeProtectedHeader(token), ...extra }))
      const text = `${header}.${token.split('.')[1]}`
      const key = { key: foreignKey.privateKey, dsaEncoding: 'ieee-p1363' } as const
      const signature = createSign('SHA256').update(text).sign(key, 'base64url')
      await expectRefused(`${text}.${signature}`, 'signature')
    }
  })

  test('an unknown key id', async () => {
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', kid: 'mine' })
      .sign(signer.key)
    await expectRefused(forged, 'unrecognized JWT kid')
    const without = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256' }).sign(signer.key)
    await expectRefused(without, 'unrecognized JWT kid')
  })

  test.each([
    [{ iss: 'https://elsewhere.example/auth/v1' }, 'iss'],
    [{ aud: 'somebody' }, 'aud'],
    [{ exp: undefined }, 'exp'],
    [{ exp: 1_000_000_000 }, 'token is expired'],
    [{ nbf: 9_999_999_999 }, 'nbf'],
    [{ role: 'service_role' }, 'invalid claims'],
    [{ sub: 'me' }, 'invalid claims'],
    [{ session_id: undefined }, 'invalid claims'],
  ])('claims %j, although correctly signed', async (change, detail) => {
    const claims = Object.fromEntries(
      Object.entries({ ...decodeJwt(token), ...change }).filter(([, value]) => value !== undefined),
    )
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: signer.kid }).sign(signer.key)
    await expectRefused(signed, detail)
  })

  test('the session of one user with the id of another', async () => {
    const { session } = await signedUp(accounts)
    const mixed = { ...decodeJwt(token), sub: session.user.id }
    const signed = await new SignJWT(mixed).setProtectedHeader({ alg: 'ES256', kid: signer.kid }).sign(signer.key)
    await expectRefused(signed, 'session_id claim', 'session_ended')
  })

  test('the token of a deleted user', async () => {
    const { client, session } = await signedUp(accounts)
    await accounts.ctx.db.asAccounts((tx) => tx.deleteFrom('auth.users').where('id', '=', session.user.id).execute())
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
    await expect(accounts.ctx.access.verify(session.access_token)).rejects.toMatchObject({ code: 'session_ended' })
  })

  test('an expired token', async () => {
    await using own = await startAccounts()
    const { client } = await signedUp(own)
    const { data } = await client.auth.getSession()
    own.clock.advance('1 h')
    const got = await own.client().auth.getUser(data.session?.access_token)
    expect(got.error).toMatchObject({
      status: 403,
      code: 'bad_jwt',
      message: expect.stringContaining('token is expired'),
    })
  })
})
