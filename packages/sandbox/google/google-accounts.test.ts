import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  updateGoogleAccount,
  createGoogleAccount,
  findGoogleAccount,
  type GoogleAccounts,
  GoogleAccountExists,
} from './google-accounts.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/)
const address = fc.tuple(word, word).map(([name, domain]) => `${name}@${domain}.example`)

test('every account has a unique `sub` of 21 digits, which stays after a change of address', () => {
  fc.assert(
    fc.property(fc.uniqueArray(address, { minLength: 2, maxLength: 20 }), (addresses) => {
      const accounts: GoogleAccounts = new Map()
      const [first = '', ...others] = addresses
      const moved = createGoogleAccount(accounts, { email: first })
      const { sub } = moved
      updateGoogleAccount(accounts, moved, { email: `moved.${first}.elsewhere` })
      for (const email of [first, ...others]) createGoogleAccount(accounts, { email })
      expect(accounts.size).toBe(addresses.length + 1)
      for (const known of accounts.keys()) expect(known).toMatch(/^[1-9]\d{20}$/)
      expect(accounts.get(sub)).toBe(moved)
      expect(findGoogleAccount(accounts, first)?.sub).not.toBe(sub)
    }),
  )
})

test('addresses are case-insensitive', () => {
  const accounts: GoogleAccounts = new Map()
  const kim = createGoogleAccount(accounts, { email: 'Kim@Gmail.example' })
  const lee = createGoogleAccount(accounts, { email: 'lee@gmail.example' })
  expect(findGoogleAccount(accounts, ' kim@gmail.EXAMPLE ')).toBe(kim)
  expect(() => createGoogleAccount(accounts, { email: 'KIM@gmail.example' })).toThrow(GoogleAccountExists)
  expect(() => updateGoogleAccount(accounts, lee, { email: 'kim@gmail.example' })).toThrow(GoogleAccountExists)
  updateGoogleAccount(accounts, kim, { email: 'kim@gmail.example' })
  expect(kim.email).toBe('kim@gmail.example')
})
