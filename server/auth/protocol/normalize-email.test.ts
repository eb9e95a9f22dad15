import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeEmail } from './normalize-email.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada+list@example.com', 'ada+list@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ａｄａ@example.com', 'ada@example.com'],
])('%j is %s', (given, expected) => {
  expect(normalizeEmail(given)).toBe(expected)
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'a@b@example.com',
  'ada@localhost',
  'ada @example.com',
  'ada@exa mple.com',
  'ada@example..com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com\nb',
  'ada@example.com/b',
  'ada@example.com#b',
  'ada@exa%6dple.com',
  '"ada"@example.com',
  'Ada <ada@example.com>',
  'ada@example.com,eve@example.com',
  'ada@[127.0.0.1]',
  `${'a'.repeat(250)}@example.com`,
  'ädä@example.com',
  'ada\u0000@example.com',
])('%j is not an address', (given) => {
  expect(normalizeEmail(given)).toBeNull()
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: anyCharacter })), (given) => {
      const once = normalizeEmail(given)
      if (once !== null) {
        expect(normalizeEmail(once)).toBe(once)
        expect(once).toBe(once.toLowerCase())
      }
    }),
  )
})
