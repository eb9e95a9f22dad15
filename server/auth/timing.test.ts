import { expect, test } from 'vitest'
import { goodPassword, newEmail, signedUp, startAccounts, type Accounts } from '../../test/kit/start-accounts.ts'

test('a wrong password and an unknown address take the same time', async () => {
  await using accounts = await startAccounts()
  const { email } = await signedUp(accounts)
  let difference = Number.POSITIVE_INFINITY
  // A machine that is busy with other things may spoil a series; work that is left out would show in each.
  for (let series = 0; series < 3 && difference >= 5; series++) difference = await measure(accounts, email)
  expect(difference).toBeLessThan(5)
})

/** In turns, so that whatever else the machine does slows both alike. */
async function measure(accounts: Accounts, email: string): Promise<number> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 24; round++) {
    if (round % 8 === 0) accounts.clock.advance('5 min')
    known.push(await timed(accounts, email))
    unknown.push(await timed(accounts, newEmail()))
  }
  return Math.abs(median(known) - median(unknown))
}

async function timed(accounts: Accounts, email: string): Promise<number> {
  const began = performance.now()
  const answer = await accounts.request('/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: `not ${goodPassword}` }),
  })
  await answer.text()
  const took = performance.now() - began
  expect(answer.status).toBe(400)
  return took
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? Number.NaN
