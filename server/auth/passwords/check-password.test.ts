import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { checkPassword } from './check-password.ts'

const accounts = await ofFile(startAccounts())
const stored = await accounts.ctx.passwords.hash(goodPassword)

const check = (email: string, ip: string, password: string) =>
  checkPassword(accounts.ctx, { email, ip, stored, password })
const guess = async (email: string, ip: string, times: number) => {
  for (let round = 0; round < times; round++) expect(await check(email, ip, 'a guess')).toBe(false)
}
const closed = expect.objectContaining({ status: 429, code: 'over_request_rate_limit' })

test('ten failures from one network lock the account for it, for five minutes', async () => {
  const email = newEmail()
  await guess(email, '192.0.2.1', 10)
  await expect(check(email, '192.0.2.1', goodPassword)).rejects.toEqual(closed)
  expect(await check(email, '192.0.2.2', goodPassword)).toBe(true)
  accounts.clock.advance('4 min')
  await expect(check(email, '192.0.2.1', goodPassword)).rejects.toEqual(closed)
  accounts.clock.advance('1 min')
  expect(await check(email, '192.0.2.1', goodPassword)).toBe(true)
})

test('all addresses of one IPv6 network count as one', async () => {
  const email = newEmail()
  for (let host = 1; host <= 10; host++) await guess(email, `2001:db8:1:2::${host}`, 1)
  await expect(check(email, '2001:db8:1:2:ffff::b', goodPassword)).rejects.toEqual(closed)
  expect(await check(email, '2001:db8:1:3::1', goodPassword)).toBe(true)
})

test('the right password resets the count, and each window counts separately', async () => {
  const email = newEmail()
  await guess(email, '192.0.2.1', 9)
  expect(await check(email, '192.0.2.1', goodPassword)).toBe(true)
  await guess(email, '192.0.2.1', 9)
  accounts.clock.advance('5 min')
  await guess(email, '192.0.2.1', 10)
  await expect(check(email, '192.0.2.1', goodPassword)).rejects.toEqual(closed)
})

test('fifty failures lock the account except where its owner is signed in', async () => {
  const { email } = await signedUp(accounts)
  for (let host = 1; host <= 5; host++) await guess(email, `198.51.100.${host}`, 10)
  await expect(check(email, '198.51.100.6', goodPassword)).rejects.toEqual(closed)
  expect(await check(email, '127.0.0.1', goodPassword)).toBe(true)
  accounts.clock.advance('5 min')
  expect(await check(email, '198.51.100.6', goodPassword)).toBe(true)
})

test('stores no address in clear, and purges expired windows', async () => {
  const rows = () => accounts.ctx.db.asAccounts((tx) => tx.selectFrom('auth.sign_in_attempts').selectAll().execute())
  const email = newEmail()
  await guess(email, '192.0.2.1', 1)
  expect(JSON.stringify((await rows()).map((row) => row.subject_hash.toString()))).not.toContain(email.slice(0, 6))
  accounts.clock.advance('1 h')
  await guess(newEmail(), '192.0.2.1', 1)
  await guess(newEmail(), '192.0.2.1', 1)
  const now = accounts.clock.now()
  expect((await rows()).filter((row) => row.window_ends_at < now)).toEqual([])
})
