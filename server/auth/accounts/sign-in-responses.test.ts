import { describe, expect, test } from 'vitest'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { insertUserWithEmail } from '../user-rows/user-queries.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
/** The address of a user who is signed in. */
const email = newEmail()
const passwordHash = await app.ctx.passwords.hash(goodPassword)
const now = app.clock.now()
await app.ctx.db.asAccounts((tx) =>
  insertUserWithEmail(tx, { id: crypto.randomUUID(), email, passwordHash, confirmedAt: now, now }, {}),
)

const wrong = `not ${goodPassword}`

/** `sign-in-timing.long.test.ts` compares the times. */
describe('a known and an unknown address get the same response', () => {
  test.each([
    ['/token?grant_type=password', { password: wrong }, 400],
    ['/signup', { password: wrong }, 200],
    ['/recover', {}, 200],
    ['/otp', { create_user: true }, 200],
    ['/otp', { create_user: false }, 200],
    ['/magiclink', {}, 200],
    ['/resend', { type: 'signup' }, 200],
  ])('%s %j', async (path, fields, status) => {
    const post = (address: string) =>
      fetch(`${app.url}/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ ...fields, email: address }),
      })
    // Avoid every rate limit.
    app.clock.advance('1 day')
    const [known, unknown] = await Promise.all([email, newEmail()].map(post))
    expect([known?.status, unknown?.status]).toEqual([status, status])
    expect(shapeOf((await known?.text()) ?? '')).toBe(shapeOf((await unknown?.text()) ?? ''))
  })
})

/** The response without ids, times and addresses, which differ each time. */
const shapeOf = (body: string): string =>
  body
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/person-[\w-]+@example\.com/g, 'address')
