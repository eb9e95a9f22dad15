import { expect, test } from 'vitest'
import { newcomer } from '../../test/kit/outbox.ts'
import { slower } from '../../test/kit/slower.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { startApp } from '../../test/kit/start-app.ts'
import { makeOneTimeToken } from './one-time/one-time-token.ts'

/** One that waits for its code would otherwise tell that there is such an account. */
test('a wrong code takes the same time for an address that waits for one and for an unknown address', async () => {
  await using app = await startApp()
  const { email, userId } = await newcomer(app)
  const request = { userId, purpose: 'magiclink', email, flowStateId: null } as const
  const refused = async (address: string): Promise<void> => {
    const body = JSON.stringify({ type: 'email', email: address, token: 'abcdef' })
    const answer = await fetch(`${app.url}/auth/v1/verify`, { method: 'POST', body })
    await answer.text()
    expect(answer.status).toBe(403)
  }
  /** Neither limits nor tries are to run out: a new hour, and a new code. */
  const again = async (): Promise<void> => {
    app.clock.advance('1 h')
    await app.ctx.db.asAccounts((tx) => makeOneTimeToken(tx, app.ctx, request))
  }
  expect(
    await slower(
      () => refused(email),
      () => refused(newEmail()),
      again,
    ),
  ).toBeLessThan(2)
})
