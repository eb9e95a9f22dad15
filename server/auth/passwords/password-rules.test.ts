import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordMinLength } from '../../../contract/limits.ts'
import { leakedPasswords } from './leaked-passwords.ts'
import { checkNewPassword, passwordWeaknesses } from './password-rules.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

const email = 'ada.lovelace@example.com'

describe('refuses a well-known password', () => {
  test.each([
    'password',
    'Password1',
    'passw0rd',
    'P@ssw0rd!',
    'password123',
    'Password2024!',
    '123password',
    'passwort1',
    'motdepasse',
    '12345678',
    '123456789012',
    '87654321',
    '00000000',
    '11111111',
    'aaaaaaaa',
    'abcabcabc',
    '12121212',
    '123123123',
    'abcd1234',
    'qwertyui',
    'qwerty123',
    '1q2w3e4r5t',
    '1qaz2wsx',
    'qazwsxedc',
    'asdfghjkl',
    'zxcvbnm123',
    'qwertz123',
    'azertyuiop',
    'q1w2e3r4',
    'iloveyou',
    'iloveyou2',
    'sunshine',
    'princess1',
    'football',
    'baseball12',
    'superman',
    'trustno1',
    'letmein123',
    'welcome1',
    'Welcome2025!',
    'starwars',
    'dragon99',
    'whatever',
    'monkey123',
    'michael1',
    'charlie1',
    'jennifer',
    'computer',
    'changeme',
    'administrator',
    'admin123',
    'test1234',
    'summer2024',
    'Winter2025!',
    'januar01'.replace('januar', 'january'),
    'liverpool1',
    '01012000',
    '31.12.1999',
    '1999-12-31',
    '19991231',
    '12/31/1999',
    'mailroom1',
    email,
    'Ada.Lovelace',
    'ada.lovelace1984!',
    'horse2024!',
  ])('%s', async (password) => {
    expect(await passwordWeaknesses(password, email)).toEqual(['pwned'])
  })
})

test('refuses every leaked password of at least eight characters, in any case', async () => {
  const long = [...(await leakedPasswords())].filter((password) => password.length >= passwordMinLength)
  // Far more than the 3,000 most frequent passwords that OWASP ASVS 6.2.4 requires.
  expect(long.length).toBeGreaterThan(15_000)
  const letThrough: string[] = []
  for (const password of long)
    for (const typed of [password, password.toUpperCase(), (password[0] ?? '').toUpperCase() + password.slice(1)])
      if (!(await passwordWeaknesses(typed, email)).includes('pwned')) letThrough.push(typed)
  expect(letThrough).toEqual([])
})

test.each([
  'seven green bicycles',
  'correct horse battery staple',
  'Tr0ub4dor&3x',
  'my password is long',
  'välkommen till oss',
  '密码很长的一句话啊',
  'kX9#mQ2$vL',
  'passwordless-2031-x',
  'a1b2 and then more',
  'summer of 1969',
  '🚲🚲🚗🚕🚙🚌🚎🏎',
])('accepts %s', async (password) => {
  expect(await passwordWeaknesses(password, email)).toEqual([])
})

test('counts code points', async () => {
  expect(await passwordWeaknesses('🚲🚗🚕🚙', email)).toEqual(['length'])
  expect(await passwordWeaknesses('a7%kq.Z', email)).toEqual(['length'])
})

test('accepts random passwords, and judges any text quickly', async () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghkmnpqrstuvwxyz23456789'.split('')),
    minLength: 14,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(letters, async (password) => {
      fc.pre(new Set(password).size > 6)
      expect(await passwordWeaknesses(password, email)).toEqual([])
    }),
  )
  const anything = fc.string({ unit: anyCharacter, maxLength: 256 })
  await fc.assert(fc.asyncProperty(anything, async (text) => void (await passwordWeaknesses(text, email))))
  for (const piece of ['a', 'ab', '1!', '19', ' '])
    expect(await passwordWeaknesses(piece.repeat(128), email)).toEqual(['pwned'])
})

test('returns the reasons', async () => {
  await expect(checkNewPassword('qwerty', email)).rejects.toThrow(
    expect.objectContaining({
      status: 422,
      code: 'weak_password',
      details: { weak_password: { reasons: ['length', 'pwned'] } },
    }),
  )
  await expect(checkNewPassword('x'.repeat(257), email)).rejects.toThrow(
    expect.objectContaining({ status: 400, code: 'validation_failed' }),
  )
  for (const good of ['seven green bicycles', 'x9'.padEnd(64, ' is long'), 'x9'.padEnd(256, ' is longer')])
    expect(await checkNewPassword(good, email)).toBeUndefined()
})
