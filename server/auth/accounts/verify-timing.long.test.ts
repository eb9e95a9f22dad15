import { expect, test } from 'vitest'
import { newUser } from '../../../test/kit/outbox.ts'
import { timingRatio } from '../../../test/kit/timing-ratio.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp } from '../../../test/kit/start-app.ts'
import { createOneTimeToken } from '../tokens/one-time-token.ts'

/** Otherwise the duration would reveal that the address has a pending code. */
test('a wrong code takes the same time for an address with a pending code and for an unknown one', async () => {
  await using app = await startApp()
  const { email, userId } = await newUser(app)
  const request = { userId, purpose: 'magiclink', email, flowStateId: null } as const
  const refused = async (address: string): Promise<void> => {
    const body = JSON.stringify({ type: 'email', email: address, token: 'abcdef' })
    const response = await fetch(`${app.url}/auth/v1/verify`, { method: 'POST', body })
    await response.text()
    expect(response.status).toBe(403)
  }
  /** Resets rate limits and tries: a new hour and a new code. */
  const again = async (): Promise<void> => {
    app.clock.advance('1 h')
    await app.ctx.db.asAccounts((tx) => createOneTimeToken(tx, app.ctx, request))
  }
  expect(
    await timingRatio(
      () => refused(email),
      () => refused(newEmail()),
      again,
    ),
  ).toBeLessThan(2)
})
