import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'

const password = 'seven green bicycles'

test('knows the password, and only that', async () => {
  const stored = await hashPassword(password)
  expect(await isPassword(stored, password)).toBe(true)
  expect(await isPassword(stored, `${password} `)).toBe(false)
  expect(await isPassword(null, password)).toBe(false)
  expect(await hashPassword(password)).not.toBe(stored)
})

test('takes all of a long password, and the same characters however they are composed', async () => {
  const long = 'x'.repeat(255)
  expect(await isPassword(await hashPassword(`${long}a`), `${long}b`)).toBe(false)
  expect(await isPassword(await hashPassword('\u00e9t\u00e9 chaud'), 'e\u0301te\u0301 chaud')).toBe(true)
})

test('costs a guesser 19 MiB and two passes each time, and says so in the hash', async () => {
  expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('says which hashes were made with other costs', async () => {
  expect(isOutdated(await hashPassword(password))).toBe(false)
  expect(isOutdated(await hash(password, { memoryCost: 8192 }))).toBe(true)
})
