import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeText } from './safe-text.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

test('replaces line breaks, control and bidirectional control characters by a space', () => {
  expect(safeText('  a\r\nb\u0000c\u202Etxt.exe\u2028d ')).toBe('a b c txt.exe d')
})

test('returns one line of at most 200 characters for any input, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
      const safe = safeText(text)
      expect([...safe].length).toBeLessThanOrEqual(200)
      expect(safe).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(safeText(safe)).toBe(safe)
    }),
  )
})
