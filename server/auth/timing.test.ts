import { expect, test } from 'vitest'
import { goodPassword, newEmail, signedUp, startAccounts } from '../../test/kit/start-accounts.ts'

/** In turns, so that whatever else the machine does slows both alike. */
test('a wrong password and an unknown address take the same time', async () => {
  await using accounts = await startAccounts()
  const { email } = await signedUp(accounts)
  const timed = async (address: string): Promise<number> => {
    const began = performance.now()
    const answer = await accounts.request('/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: address, password: `not ${goodPassword}` }),
    })
    await answer.text()
    expect(answer.status).toBe(400)
    return performance.now() - began
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 60; round++) {
    if (round % 8 === 0) accounts.clock.advance('5 min')
    known.push(await timed(email))
    unknown.push(await timed(newEmail()))
  }
  expect(Math.abs(median(known) - median(unknown))).toBeLessThan(5)
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? Number.NaN
