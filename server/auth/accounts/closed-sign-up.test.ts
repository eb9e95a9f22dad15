import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { clientOf, emailsTo } from '../../../test/kit/outbox.ts'
import { newGoogleAccount, signInWithProvider } from '../../../test/kit/providers.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp } from '../../../test/kit/start-app.ts'
import { testSecrets } from '../../../test/kit/test-secrets.ts'
import { apiKeysOf } from '../keys/api-keys.ts'

test.each(['invited', 'closed'] as const)('SIGN_UP=%s creates accounts by the operator only', async (mode) => {
  await using app = await startApp({ env: { SIGN_UP: mode } })
  const { service } = apiKeysOf(testSecrets.JWT_SECRET)
  const operator = createClient(app.url, service, { auth: { persistSession: false, autoRefreshToken: false } })
  const refused = { status: 422, code: 'signup_disabled' }
  expect((await clientOf(app).auth.signUp({ email: newEmail(), password: goodPassword })).error).toMatchObject(refused)

  // A code has the same response as for a known address, and creates nothing.
  const email = newEmail()
  expect((await clientOf(app).auth.signInWithOtp({ email })).error).toBeNull()
  expect(await emailsTo(app, email)).toEqual([])

  const invited = newEmail()
  const { error } = await operator.auth.admin.inviteUserByEmail(invited)
  if (mode === 'closed') expect(error).toMatchObject(refused)
  expect(await emailsTo(app, invited)).toHaveLength(mode === 'closed' ? 0 : 1)

  const made = { email: newEmail(), password: goodPassword, email_confirm: true }
  expect((await operator.auth.admin.createUser(made)).data.user?.user_metadata).toEqual({})
  expect((await clientOf(app).auth.signInWithPassword(made)).error).toBeNull()

  // A sign-in provider opens accounts that exist or are invited, and creates none.
  const address = await newGoogleAccount(app)
  const back = await signInWithProvider(app, 'google', address)
  for (const place of [back.query, back.fragment]) expect(place).toMatchObject({ error_code: 'signup_disabled' })
  expect(back.fragment).not.toHaveProperty('access_token')
  const { data: existing } = await operator.auth.admin.listUsers()
  expect(existing.users.map((user) => user.email)).not.toContain(address)
  for (const known of mode === 'invited' ? [made.email, invited] : [made.email]) {
    await newGoogleAccount(app, { email: known })
    expect((await signInWithProvider(app, 'google', known)).fragment).toHaveProperty('access_token')
  }

  const settings = await fetch(`${app.url}/auth/v1/settings`, { headers: { apikey: app.ctx.access.anonKey } })
  expect(await settings.json()).toMatchObject({ disable_signup: true, sign_up: mode })
  expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ signUp: mode })
})
