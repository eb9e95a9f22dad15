import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()

const client = () =>
  createClient(app.url, app.ctx.access.anonKey, { auth: { autoRefreshToken: false, persistSession: false } })
const password = 'seven green bicycles'

test('the anon key of /config.json gives the official client access until the user signs out', async () => {
  const { anonKey } = await (await fetch(`${app.url}/config.json`)).json()
  expect(anonKey).toBe(app.ctx.access.anonKey)
  const supabase = client()
  const { data, error } = await supabase.auth.signUp({ email: 'ada@example.com', password })
  expect(error).toBeNull()
  const plans = await supabase.from('plans').select('name')
  expect(plans.data).toEqual(expect.arrayContaining([{ name: 'Free' }]))

  const ask = () =>
    fetch(`${app.url}/functions/v1/mail-graph`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
      body: '{}',
    }).then(({ status }) => status)
  expect(await ask()).toBe(400)
  expect((await supabase.auth.signOut()).error).toBeNull()
  expect(await ask()).toBe(401)
})

test('refreshes a session as time passes', async () => {
  const supabase = client()
  await supabase.auth.signUp({ email: 'grace@example.com', password })
  await app.advance('61 min')
  const { data, error } = await supabase.auth.refreshSession()
  expect(error).toBeNull()
  expect((await supabase.auth.getUser(data.session?.access_token)).data.user?.email).toBe('grace@example.com')
})

test('account responses are not cacheable and carry the common security headers', async () => {
  const response = await fetch(`${app.url}/auth/v1/user`, { headers: { apikey: app.ctx.access.anonKey } })
  expect(response.status).toBe(401)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const unknown = await fetch(`${app.url}/auth/v1/unknown/deep`, { method: 'POST' })
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { error_code: 'not_found' }])
})
