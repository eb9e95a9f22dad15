import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { ask, at, sendJson, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const WORK = 'anna@contoso.example'
const PERSONAL = 'ben@outlook.example'
const SIGN_IN = 'openid profile email'
const CALLBACK = 'http://localhost:3000/auth/v1/callback'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', { email: WORK, kind: 'work' })
  await sandbox.control('POST', '/outlook/mailboxes', { email: PERSONAL, kind: 'personal' })
})

async function signIn(account: string) {
  const page = sandbox.authorizeUrl({ redirect_uri: CALLBACK, scope: SIGN_IN, nonce: 'n-1', prompt: undefined })
  const back = new URL((await sandbox.consent(account, 'accept', page)).headers.get('location') ?? '')
  const code = back.searchParams.get('code') ?? ''
  const answer = await sandbox.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  return { back, tokens: answer.body }
}

const claimsOf = (tokens: unknown) => decodeJwt(textAt(tokens, 'id_token'))
const change = (email: string, fields: unknown) => sandbox.control('PATCH', `/outlook/${email}`, fields)

async function verified(token: string, audience: string) {
  const base = `${sandbox.url}/login.microsoftonline.com/common`
  const discovery = (await ask(`${base}/v2.0/.well-known/openid-configuration`)).body
  const keys = createRemoteJWKSet(new URL(textAt(discovery, 'jwks_uri')))
  const { payload } = await jwtVerify(token, keys, { audience, algorithms: ['RS256'], currentDate: startsAt })
  expect(payload.iss).toBe(textAt(discovery, 'issuer').replace('{tenantid}', String(payload.tid)))
  return payload
}

test('a sign-in without mail scopes redirects to its own callback with an id token', async () => {
  const { back, tokens } = await signIn(PERSONAL)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(tokens).not.toHaveProperty('refresh_token')
  expect(at(tokens, 'scope')).toBe(SIGN_IN)
  const claims = await verified(textAt(tokens, 'id_token'), 'mailroom-sandbox')
  expect(claims).toMatchObject({
    tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    oid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sub: expect.any(String),
    email: PERSONAL,
    preferred_username: PERSONAL,
    nonce: 'n-1',
  })
  expect(claims).not.toHaveProperty('xms_edov')
})

test('the scopes of a sign-in give no access to mail', async () => {
  const { tokens } = await signIn(WORK)
  const authorization = `Bearer ${textAt(tokens, 'access_token')}`
  const mail = await ask(`${sandbox.url}/graph.microsoft.com/v1.0/me/messages`, { headers: { authorization } })
  expect(mail.status).toBe(403)
})

test('has xms_edov where the account sets it, as a boolean or as text', async () => {
  expect(claimsOf((await signIn(WORK)).tokens)).not.toHaveProperty('xms_edov')
  await change(WORK, { domainVerified: true })
  expect(claimsOf((await signIn(WORK)).tokens)).toMatchObject({ email: WORK, xms_edov: true })
  await sandbox.control('PUT', '/config', { edovForm: 'text' })
  expect(claimsOf((await signIn(WORK)).tokens)).toMatchObject({ xms_edov: '1' })
  await change(WORK, { domainVerified: false })
  expect(claimsOf((await signIn(WORK)).tokens)).toMatchObject({ xms_edov: '0' })
  await change(WORK, { emailClaim: false })
  const claims = claimsOf((await signIn(WORK)).tokens)
  expect([claims.email, claims.xms_edov]).toEqual([undefined, undefined])
})

test('oid and sub are stable for an account and differ between accounts', async () => {
  const [first, second, other] = [await signIn(WORK), await signIn(WORK), await signIn(PERSONAL)]
  const ids = ({ tokens }: typeof first) => [claimsOf(tokens).oid, claimsOf(tokens).sub, claimsOf(tokens).tid]
  expect(ids(second)).toEqual(ids(first))
  for (const id of ids(other)) expect(ids(first)).not.toContain(id)
})

test('a control call issues an id token that verifies with the same keys', async () => {
  const path = `/outlook/${WORK}/id-token`
  const usual = textAt((await sandbox.control('POST', path, {})).body, 'idToken')
  const claims = await verified(usual, 'mailroom-sandbox')
  expect(claims).toMatchObject({ email: WORK, sub: claimsOf((await signIn(WORK)).tokens).sub })
  expect(claims).not.toHaveProperty('nonce')
  const other = textAt((await sandbox.control('POST', path, { nonce: 'n-2', audience: 'other-app' })).body, 'idToken')
  expect(await verified(other, 'other-app')).toMatchObject({ nonce: 'n-2' })
  const unknown = await ask(`${sandbox.url}/control/outlook/unknown@x.example/id-token`, sendJson('POST', {}))
  expect(unknown.status).toBe(404)
})
