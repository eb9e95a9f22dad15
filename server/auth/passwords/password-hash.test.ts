import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { quickHashes } from '../../../test/kit/quick-hashes.ts'
import { createPasswordHasher, strongCost } from './password-hash.ts'

const password = 'seven green bicycles'
const strong = createPasswordHasher(strongCost)

test('knows the password, and only that', async () => {
  const stored = await strong.hash(password)
  expect(await strong.isRight(stored, password)).toBe(true)
  expect(await strong.isRight(stored, `${password} `)).toBe(false)
  expect(await strong.isRight(null, password)).toBe(false)
  expect(await strong.hash(password)).not.toBe(stored)
})

test('takes all of a long password, and the same characters however they are composed', async () => {
  const long = 'x'.repeat(255)
  expect(await strong.isRight(await strong.hash(`${long}a`), `${long}b`)).toBe(false)
  expect(await strong.isRight(await strong.hash('\u00e9t\u00e9 chaud'), 'e\u0301te\u0301 chaud')).toBe(true)
})

test('costs a guesser 19 MiB and two passes each time, and says so in the hash', async () => {
  expect(await strong.hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('says which hashes were made with other costs, and still knows their passwords', async () => {
  expect(strong.isOutdated(await strong.hash(password))).toBe(false)
  const older = [await createPasswordHasher(quickHashes).hash(password), await hash(password, { memoryCost: 8192 })]
  for (const stored of older)
    expect([strong.isOutdated(stored), await strong.isRight(stored, password)]).toEqual([true, true])
})

test('what is found by its hash has the same one each time, and another one with another salt', async () => {
  const [salt, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
  const digest = await strong.digest('a code', salt)
  // What is stored has this cost: with less it could be guessed, with another one it could not be found.
  expect(digest.toString('hex')).toBe('8e02164c8c955527f7b12ca101345409837e81bb078f6c1890d727dcaa9d9280')
  expect(await strong.digest('a code', other)).not.toEqual(digest)
})
