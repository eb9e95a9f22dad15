import { describe, expect, test } from 'vitest'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { timingRatio } from '../../../test/kit/timing-ratio.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { productionHashCost } from '../passwords/password-hash.ts'
import { insertUserWithEmail } from '../user-rows/user-queries.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' }, hashCost: productionHashCost })
/** The address of a user who is signed in. */
const email = newEmail()
const passwordHash = await app.ctx.passwords.hash(goodPassword)
const now = app.clock.now()
await app.ctx.db.asAccounts((tx) =>
  insertUserWithEmail(tx, { id: crypto.randomUUID(), email, passwordHash, confirmedAt: now, now }, {}),
)

const wrong = `not ${goodPassword}`

/** `sign-in-responses.test.ts` compares the responses. */
describe('a known and an unknown address get their responses after the same time', () => {
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
    const ask = async (address: string): Promise<void> => {
      // Avoid every rate limit.
      app.clock.advance('1 day')
      const answer = await post(address)
      await answer.text()
      expect(answer.status).toBe(status)
    }
    expect(
      await timingRatio(
        () => ask(email),
        () => ask(newEmail()),
      ),
    ).toBeLessThan(2)
  })
})
