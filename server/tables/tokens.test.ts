import { createClient } from '@supabase/supabase-js'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { appOfFile } from '../../test/kit/start-app.ts'
import { days, addMs } from '../clock.ts'

const app = await appOfFile()

const client = () =>
  createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

let people = 0
async function signedUp() {
  const supabase = client()
  const { data, error } = await supabase.auth.signUp({
    email: `tables-${(people += 1)}@example.com`,
    password: 'seven green bicycles',
  })
  if (!data.session || !data.user) throw new Error(`no session: ${error?.message}`)
  return { supabase, userId: data.user.id, token: data.session.access_token }
}

const send = async (headers: Record<string, string>, path = '/subscriptions') => {
  const response = await fetch(`${app.url}/rest/v1${path}`, { headers })
  const body: unknown = await response.json()
  return { status: response.status, body, challenge: response.headers.get('www-authenticate') }
}
const apikey = () => app.ctx.access.anonKey

describe('through the whole server', () => {
  test('lets a new user read and write own rows', async () => {
    const { supabase, userId } = await signedUp()
    const plan = await supabase.from('plans').select('id').eq('name', 'Free').single()
    const made = await supabase
      .from('subscriptions')
      .insert([{ user_id: userId, plan_id: plan.data?.id, status: 'active', cancel_at_period_end: false }])
      .select('user_id,plan:plans(name)')
      .single()
    expect(made).toMatchObject({ error: null, status: 201, data: { user_id: userId, plan: { name: 'Free' } } })
    const other = await signedUp()
    expect(await other.supabase.from('subscriptions').select('*', { count: 'exact' })).toMatchObject({
      data: [],
      count: 0,
    })
  })

  test('refuses the token after sign-out', async () => {
    const { supabase, token } = await signedUp()
    expect((await send({ apikey: apikey(), authorization: `Bearer ${token}` })).status).toBe(200)
    await supabase.auth.signOut()
    expect(await send({ apikey: apikey(), authorization: `Bearer ${token}` })).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT session has ended', details: null, hint: null },
    })
  })

  test('reports an expired token', async () => {
    const { token } = await signedUp()
    await app.advance('61 min')
    expect(await send({ apikey: apikey(), authorization: `Bearer ${token}` })).toEqual({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
      challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
    })
  })

  test('refuses forged tokens', async () => {
    const { token, userId } = await signedUp()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { privateKey } = await generateKeyPair('ES256')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const forged = [
      `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${payload}.${signature}`,
      await new SignJWT({ ...claims, role: 'service_role' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey),
      await new SignJWT({ sub: userId, role: 'authenticated' })
        .setProtectedHeader({ alg: 'ES256' })
        .setExpirationTime(addMs(app.clock.now(), days(1)))
        .sign(privateKey),
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'mailroom', role: 'service_role' })}.AAAA`,
    ]
    for (const each of forged) {
      expect(await send({ apikey: apikey(), authorization: `Bearer ${each}` })).toMatchObject({
        status: 401,
        body: { code: 'PGRST301', message: 'No suitable key or wrong key type' },
        challenge: expect.stringContaining('invalid_token'),
      })
    }
  })

  test.each([
    ['Bearer', 'Empty JWT is sent in Authorization header'],
    ['Bearer ', 'Empty JWT is sent in Authorization header'],
    ['Basic YTpi', 'Empty JWT is sent in Authorization header'],
    ['Bearer abc', 'Expected 3 parts in JWT; got 1'],
    ['Bearer a.b', 'Expected 3 parts in JWT; got 2'],
    ['Bearer a.b.c', 'No suitable key or wrong key type'],
  ])('refuses “Authorization: %s” and never treats it as anonymous', async (authorization, message) => {
    expect(await send({ apikey: apikey(), authorization }, '/plans')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message },
    })
  })

  test('lets anonymous callers read public tables and returns 401 for others', async () => {
    expect((await send({ apikey: apikey() }, '/plans')).status).toBe(200)
    expect((await send({ apikey: apikey(), authorization: `bearer ${apikey()}` }, '/plans')).status).toBe(200)
    expect(await send({ apikey: apikey() }, '/mailboxes')).toMatchObject({
      status: 401,
      body: { code: '42501' },
      challenge: 'Bearer',
    })
  })

  test('refuses requests without a valid API key', async () => {
    const { token } = await signedUp()
    for (const headers of [{}, { apikey: 'wrong' }, { apikey: token }]) {
      expect((await send({ ...headers, authorization: `Bearer ${token}` }, '/plans')).status).toBe(401)
    }
    expect((await send({}, `/plans?apikey=${apikey()}&name=eq.Free`)).status).toBe(200)
  })
})
