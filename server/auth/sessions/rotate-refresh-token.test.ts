import { expect, test } from 'vitest'
import { signedUp, startAccounts, waitingForLock } from '../../../test/kit/start-accounts.ts'
import { rotateRefreshToken } from './rotate-refresh-token.ts'

test('a concurrent refresh waits and gets the same child', async () => {
  await using accounts = await startAccounts()
  const { ctx } = accounts
  const { session } = await signedUp(accounts)
  const rotated = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = ctx.db.asAccounts(async (tx) => {
    const rotation = await rotateRefreshToken(tx, ctx, session.refresh_token)
    rotated.resolve()
    await commit.promise
    return rotation
  })
  await rotated.promise
  const second = ctx.db.asAccounts((tx) => rotateRefreshToken(tx, ctx, session.refresh_token))
  try {
    await expect.poll(() => waitingForLock(ctx.db)).toBe(true)
  } finally {
    commit.resolve()
  }
  const [one, other] = await Promise.all([first, second])
  expect(one).toMatchObject({ outcome: 'rotated', refreshToken: expect.any(String) })
  expect(other).toMatchObject({ outcome: 'rotated', refreshToken: one.outcome === 'rotated' && one.refreshToken })
})
