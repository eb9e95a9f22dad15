import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { lowCostHashes } from '../../../test/kit/low-cost-hashes.ts'
import { createPasswordHasher, productionHashCost } from './password-hash.ts'

const password = 'seven green bicycles'
const strong = createPasswordHasher(productionHashCost)

test('verifies the right password only', async () => {
  const stored = await strong.hash(password)
  expect(await strong.verify(stored, password)).toBe(true)
  expect(await strong.verify(stored, `${password} `)).toBe(false)
  expect(await strong.verify(null, password)).toBe(false)
  expect(await strong.hash(password)).not.toBe(stored)
})

test('uses all of a long password, and normalises composed characters', async () => {
  const long = 'x'.repeat(255)
  expect(await strong.verify(await strong.hash(`${long}a`), `${long}b`)).toBe(false)
  expect(await strong.verify(await strong.hash('\u00e9t\u00e9 chaud'), 'e\u0301te\u0301 chaud')).toBe(true)
})

test('hashes with 19 MiB and two passes, recorded in the hash', async () => {
  expect(await strong.hash(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('detects hashes with other parameters and still verifies them', async () => {
  expect(strong.needsRehash(await strong.hash(password))).toBe(false)
  const older = [await createPasswordHasher(lowCostHashes).hash(password), await hash(password, { memoryCost: 8192 })]
  for (const stored of older)
    expect([strong.needsRehash(stored), await strong.verify(stored, password)]).toEqual([true, true])
})

test('a digest is deterministic and depends on the salt', async () => {
  const [salt, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
  const digest = await strong.digest('a code', salt)
  // Stored digests have these parameters: others would make them unfindable, lower ones guessable.
  expect(digest.toString('hex')).toBe('8e02164c8c955527f7b12ca101345409837e81bb078f6c1890d727dcaa9d9280')
  expect(await strong.digest('a code', other)).not.toEqual(digest)
})
