import { describe, expect, test } from 'vitest'
import { callsWithAnAddress, insertKnownAddress, postAddress } from '../../../test/kit/calls-with-an-address.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { timingRatio } from '../../../test/kit/timing-ratio.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { productionHashCost } from '../passwords/password-hash.ts'

const app = await appOfFile({ env: { AUTH_CONFIRM_EMAIL: 'true' }, hashCost: productionHashCost })
const email = await insertKnownAddress(app)

/** `sign-in-responses.test.ts` compares the responses. */
describe('a known and an unknown address get their responses after the same time', () => {
  test.each(callsWithAnAddress)('%s %j', async (path, fields, status) => {
    const post = (address: string) => postAddress(app, path, fields, address)
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
