import { createClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { callFunction } from '../../../test/kit/outlook.ts'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { parseRecoveryCode } from './recovery-code.ts'

const app = await appOfFile()
beforeEach(() => app.advance('6 min'))

const browser = () =>
  createClient(app.url, app.ctx.access.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
type Browser = ReturnType<typeof browser>
const claimsOf = async ({ auth }: Browser) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data

async function ask(client: Browser, action: 'status' | 'create') {
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  return callFunction(app, { token, userId: '' }, 'recovery-codes', { action })
}
async function made(client: Browser): Promise<string[]> {
  const { codes } = (await ask(client, 'create')).body
  if (!Array.isArray(codes)) throw new Error('No codes came back')
  return codes.map(String)
}
async function newAccount() {
  const client = browser()
  const credentials = { email: newEmail(), password: goodPassword }
  const { data } = await client.auth.signUp(credentials)
  const factor = await withAuthenticator(client.auth, app.clock)
  const again = async () => {
    const other = browser()
    await other.auth.signInWithPassword(credentials)
    return other
  }
  return { client, ...credentials, ...factor, userId: data.user?.id ?? '', again }
}
const pass = ({ auth }: Browser, factorId: string, code: string) => auth.mfa.challengeAndVerify({ factorId, code })
const rows = (userId: string) =>
  app.ctx.db.asAccounts((tx) =>
    tx.selectFrom('auth.recovery_codes').selectAll().where('user_id', '=', userId).execute(),
  )

describe('recovery codes', () => {
  test('are ten, shown once and stored as hashes', async () => {
    const { client, userId } = await newAccount()
    expect((await ask(client, 'status')).body).toEqual({ remaining: 0, createdAt: null })
    const codes = await made(client)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect((await ask(client, 'status')).body).toEqual({ remaining: 10, createdAt: expect.any(String) })
    const kept = JSON.stringify(await rows(userId))
    for (const code of codes) expect(kept).not.toContain(parseRecoveryCode(code))
  })

  test('replace the second factor, each once, however typed', async () => {
    const { client, factorId, again, userId } = await newAccount()
    const [first = '', second = '', third = ''] = await made(client)
    const other = await again()
    const { data, error } = await pass(other, factorId, ` ${first.toUpperCase().replaceAll('-', ' ')} `)
    expect(error).toBeNull()
    expect(await claimsOf(other)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
    expect((await app.ctx.access.verify(data?.access_token ?? '')).userId).toBe(userId)
    const reused = await pass(await again(), factorId, first)
    expect(reused.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'This recovery code is wrong or was used before.',
    })
    expect((await pass(await again(), factorId, second.replaceAll('-', ''))).error).toBeNull()
    expect((await ask(client, 'status')).body).toMatchObject({ remaining: 8 })

    // Of two concurrent requests one passes.
    const both = await Promise.all([await again(), await again()].map((one) => pass(one, factorId, third)))
    expect(both.filter((one) => one.error === null)).toHaveLength(1)
    expect((await ask(client, 'status')).body).toMatchObject({ remaining: 7 })
  })

  test('are wrong for another user or for an unverified factor', async () => {
    const [anna, ben] = [await newAccount(), await newAccount()]
    const [hers = '', another = ''] = await made(anna.client)
    expect((await pass(await ben.again(), ben.factorId, hers)).error?.code).toBe('mfa_verification_failed')
    const { data } = await anna.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect((await pass(anna.client, data?.id ?? '', another)).error?.code).toBe('mfa_verification_failed')
    expect((await ask(anna.client, 'status')).body).toMatchObject({ remaining: 10 })
  })

  test('work while the TOTP code is locked; wrong ones count as guesses', async () => {
    const { client, factorId, secret, again } = await newAccount()
    const [right = ''] = await made(client)
    const other = await again()
    const wrong = [
      'k7mq-2xwp-9fdh',
      codeOf(secret, app.clock, 50),
      '0000 0000 0000',
      codeOf(secret, app.clock, -50),
      '000000000000',
    ]
    for (const code of wrong) expect((await pass(other, factorId, code)).error?.code).toBe('mfa_verification_failed')
    const { error } = await pass(other, factorId, codeOf(secret, app.clock))
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(error?.message).toMatch(/Please wait five minutes/)
    expect((await pass(other, factorId, right)).error).toBeNull()
  })

  test('are void once new ones are created, and are deleted with the last factor', async () => {
    const { client, factorId, again, userId } = await newAccount()
    const [old = ''] = await made(client)
    const [fresh = ''] = await made(client)
    expect((await pass(await again(), factorId, old)).error?.code).toBe('mfa_verification_failed')
    expect((await pass(await again(), factorId, fresh)).error).toBeNull()
    expect(await rows(userId)).toHaveLength(10)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await rows(userId)).toEqual([])
  })

  test('are created only with a second factor and an authentication within five minutes', async () => {
    const { client, factorId, secret, again } = await newAccount()
    const without = browser()
    await without.auth.signUp({ email: newEmail(), password: goodPassword })
    expect(await ask(without, 'create')).toMatchObject({
      status: 409,
      body: { error: { code: 'second_step_not_set_up' } },
    })
    expect(await ask(await again(), 'create')).toMatchObject({
      status: 403,
      body: { error: { code: 'second_step_required' } },
    })
    await app.advance('6 min')
    expect(await ask(client, 'create')).toMatchObject({
      status: 403,
      body: { error: { code: 'reauthentication_needed' } },
    })
    expect((await ask(client, 'status')).status).toBe(200)
    await pass(client, factorId, codeOf(secret, app.clock))
    expect((await ask(client, 'create')).status).toBe(200)
  })

  test('notify their owner when they are created and used', async () => {
    const { client, email, factorId, again, userId } = await newAccount()
    const [code = ''] = await made(client)
    await pass(await again(), factorId, code)
    await app.runDueJobs()
    const mails = await app.control('GET', '/control/outbox')
    // One for the factor and one for each of the two events.
    expect(Array.isArray(mails) && mails.filter(({ to }) => to === email)).toHaveLength(3)
    expect(JSON.stringify(mails)).not.toContain(code)
    const events = await app.ctx.db.asAccounts((tx) =>
      tx.selectFrom('auth.audit_log_entries').select('action').where('user_id', '=', userId).orderBy('id').execute(),
    )
    const actions = events.map(({ action }) => action)
    expect(actions).toContain('recovery_codes_made')
    expect(actions.at(-1)).toBe('recovery_code_used')
  })
})
