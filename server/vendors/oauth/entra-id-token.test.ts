import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { readIdToken } from './entra-id-token.ts'

let jwksUri: string | null = null
const now = new Date('2026-11-21T08:00:00Z')
const seconds = now.getTime() / 1000
const tid = '11111111-2222-3333-4444-555555555555'

const keys = await generateKeyPair('RS256', { extractable: true })
const foreignKeys = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
const server = createServer((request, response) => {
  const discovery = { issuer: `${entraUrl}/{tenantid}/v2.0`, jwks_uri: jwksUri ?? `${entraUrl}/common/keys` }
  response.end(JSON.stringify(request.url?.endsWith('/keys') ? { keys: [jwk] } : discovery))
}).listen(0, '127.0.0.1')
afterAll(() => void server.close())
await once(server, 'listening')
const address = server.address()
const entraUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/login`
const config: MicrosoftConfig = {
  clientId: 'our-app',
  credential: { secret: 'x' },
  expires: null,
  tenant: 'common',
  entraUrl,
  graphUrl: 'http://127.0.0.1:9',
}

const claims = (change: JWTPayload = {}): JWTPayload => ({
  iss: `${config.entraUrl}/${tid}/v2.0`,
  aud: 'our-app',
  sub: 'subject',
  tid,
  oid: 'object',
  nonce: 'the nonce',
  preferred_username: 'anna@contoso.example',
  iat: seconds - 60,
  exp: seconds + 3600,
  ...change,
})
const signed = (payload: JWTPayload, key: CryptoKey = keys.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(key)
const read = (token: string) => readIdToken(config, token, now)
const refused = expect.objectContaining({ name: 'EntraError', code: 'invalid_id_token' })

test('identifies the user', async () => {
  expect(await read(await signed(claims()))).toEqual({
    tenantId: tid,
    objectId: 'object',
    nonce: 'the nonce',
    address: 'anna@contoso.example',
  })
})

describe('refuses', () => {
  const cases: [string, JWTPayload][] = [
    ['an issuer of another tenant', { tid: '99999999-2222-3333-4444-555555555555' }],
    ['another issuer', { iss: `https://login.evil.example/${tid}/v2.0` }],
    ['a token that has ended', { exp: seconds - 301 }],
    ['a token of the future', { nbf: seconds + 301 }],
  ]
  test.for(cases)('%s', async ([, change]) => {
    await expect(read(await signed(claims(change)))).rejects.toEqual(refused)
  })

  test('another audience, with its own code', async () => {
    await expect(read(await signed(claims({ aud: 'another-app' })))).rejects.toMatchObject({ code: 'wrong_audience' })
  })

  test.for(['exp', 'iat', 'sub', 'tid', 'oid', 'nonce'])('a token without %s', async (name) => {
    const { [name]: _, ...rest } = claims()
    await expect(read(await signed(rest))).rejects.toEqual(refused)
  })

  test('a foreign key with a known id, and an HMAC signature with the public key', async () => {
    await expect(read(await signed(claims(), foreignKeys.privateKey))).rejects.toEqual(refused)
    const publicKey = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)))
    const confused = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(publicKey)
    await expect(read(confused)).rejects.toEqual(refused)
  })

  test('an unsigned token and no token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    await expect(read(`${part({ alg: 'none' })}.${part(claims())}.`)).rejects.toEqual(refused)
    await expect(read('nonsense')).rejects.toEqual(refused)
  })

  test('keys of another host', async () => {
    jwksUri = 'https://keys.evil.example/keys'
    await expect(read(await signed(claims()))).rejects.toMatchObject({ code: 'foreign_keys' })
    jwksUri = null
  })
})

test('tolerates clock differences of minutes', async () => {
  await read(await signed(claims({ exp: seconds - 240 })))
  await read(await signed(claims({ nbf: seconds + 240 })))
})
