import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createGoogleSignIn } from './google-sign-in.ts'

let jwksUri: string | null = null
const now = new Date('2026-11-21T08:00:00Z')
const seconds = now.getTime() / 1000

const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
const server = createServer((request, response) => {
  const discovery = { issuer: `${base}/accounts`, jwks_uri: jwksUri ?? `${base}/apis/certs` }
  response.end(JSON.stringify(request.url?.endsWith('/certs') ? { keys: [jwk] } : discovery))
}).listen(0, '127.0.0.1')
afterAll(() => void server.close())
await once(server, 'listening')
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

const client = () =>
  createGoogleSignIn({
    clientId: 'our-app',
    clientSecret: 'x',
    accountsUrl: `${base}/accounts`,
    oauthUrl: `${base}/oauth`,
    apisUrl: `${base}/apis`,
  })
const read = async (change: JWTPayload = {}) => {
  const claims = {
    iss: `${base}/accounts`,
    aud: 'our-app',
    sub: '1',
    iat: seconds - 60,
    exp: seconds + 3600,
    ...change,
  }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(keys.privateKey)
  return client().identify(token, now)
}
const refused = (code: string) => expect.objectContaining({ vendor: 'google', code })

test('trusts an address that Google has verified, as boolean or string', async () => {
  const email = 'anna@example.com'
  const verified = async (email_verified?: unknown) => (await read({ email, email_verified })).emailVerified
  expect([await verified(true), await verified('true')]).toEqual([true, true])
  expect([await verified(false), await verified('false'), await verified()]).toEqual([false, false, false])
  expect(await read({ email_verified: true })).toMatchObject({ email: null, emailVerified: false })
  await expect(verified('yes')).rejects.toEqual(refused('invalid_id_token'))
})

test('refuses another issuer, another audience and an expired token', async () => {
  await expect(read({ iss: `${base}/accounts/` })).rejects.toEqual(refused('invalid_id_token'))
  await expect(read({ iss: `${base}/accounts.evil.example` })).rejects.toEqual(refused('invalid_id_token'))
  await expect(read({ aud: 'another-app' })).rejects.toEqual(refused('wrong_audience'))
  await expect(read({ exp: seconds - 301 })).rejects.toEqual(refused('invalid_id_token'))
})

test('accepts the issuer without its scheme, and no similar one', () => {
  const real = createGoogleSignIn({
    clientId: 'x',
    clientSecret: 'x',
    accountsUrl: 'https://accounts.google.com',
    oauthUrl: 'https://oauth2.googleapis.com',
    apisUrl: 'https://www.googleapis.com',
  })
  for (const issuer of ['https://accounts.google.com', 'accounts.google.com']) expect(real.isIssuer(issuer)).toBe(true)
  for (const issuer of ['http://accounts.google.com', 'https://accounts.google.com.evil.example', 'google.com', ''])
    expect(real.isIssuer(issuer)).toBe(false)
})

test('does not fetch keys of another host', async () => {
  jwksUri = 'https://keys.evil.example/certs'
  await expect(read()).rejects.toEqual(refused('foreign_keys'))
  jwksUri = null
})
