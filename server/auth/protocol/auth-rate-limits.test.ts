import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'
import { limitEmailsTo } from './auth-rate-limits.ts'
import { authErrorResponse } from './auth-error-response.ts'
import { RateLimitExceeded } from './auth-error.ts'

const accounts = await ofFile(startAccounts())

/** The seconds to wait; null if the email may be sent. */
async function waitOf(email: string, group: Parameters<typeof limitEmailsTo>[1] = 'recovery', ctx = accounts.ctx) {
  try {
    await limitEmailsTo(ctx, group, email)
    return null
  } catch (error) {
    if (!(error instanceof RateLimitExceeded)) throw error
    expect([error.status, error.code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(error.message).toBe(`For security purposes, you can only request this after ${error.retryAfter} seconds.`)
    return error.retryAfter
  }
}

test('allows one email a minute per address, across callers and nodes, and reports the wait', async () => {
  const email = newEmail()
  expect(await waitOf(email)).toBeNull()
  expect(await waitOf(email)).toBeGreaterThan(50)
  expect(await waitOf(email, 'recovery', accounts.otherNode)).toBeGreaterThan(50)
  accounts.clock.advance('40 s')
  const wait = await waitOf(email)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(20)
  accounts.clock.advance('20 s')
  expect(await waitOf(email)).toBeNull()
})

test('allows one of many concurrent requests', async () => {
  const email = newEmail()
  const waits = await Promise.all(Array.from({ length: 20 }, () => waitOf(email)))
  expect(waits.filter((wait) => wait === null)).toHaveLength(1)
})

test('limits each address and each kind of email separately', async () => {
  const email = newEmail()
  expect(await waitOf(email)).toBeNull()
  expect(await waitOf(newEmail())).toBeNull()
  expect(await waitOf(email, 'confirmation')).toBeNull()
  expect(await waitOf(email, 'confirmation')).not.toBeNull()
})

test('allows ten emails a day per address, of all kinds together; refused ones do not extend the wait', async () => {
  const email = newEmail()
  for (let sent = 0; sent < 10; sent++) {
    expect(await waitOf(email, sent % 2 ? 'recovery' : 'confirmation')).toBeNull()
    accounts.clock.advance('1 min')
  }
  expect(await waitOf(email)).toBeGreaterThan(86_000 - 600 - 60)
  accounts.clock.advance('12 h')
  expect(await waitOf(email, 'confirmation')).toBeGreaterThan(3600)
  accounts.clock.advance('12 h')
  expect(await waitOf(email)).toBeNull()
})

test('stores no address in clear', async () => {
  const email = newEmail()
  await waitOf(email)
  const { rows } = await accounts.ctx.db.pool.query<{ key: string }>('select key from app.rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('@')
})

test('the response has a Retry-After header', async () => {
  const request = new Request('http://localhost/auth/v1/recover', {
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  const answer = authErrorResponse(new RateLimitExceeded('over_email_send_rate_limit', 'Wait.', 17), {
    request,
    requestId: 'x',
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '17'])
  expect(await answer.json()).toEqual({ code: 'over_email_send_rate_limit', message: 'Wait.' })
})
