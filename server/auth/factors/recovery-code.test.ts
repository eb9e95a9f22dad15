import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRecoveryCode, parseRecoveryCode } from './recovery-code.ts'

test('a code has 60 random bits in three groups of unambiguous letters and digits', () => {
  const codes = Array.from({ length: 500 }, newRecoveryCode)
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^([0-9abcdefghjkmnpqrstvwxyz]{4}-){2}[0-9abcdefghjkmnpqrstvwxyz]{4}$/)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})

test('ignores case, spaces, dashes and look-alikes', () => {
  const spoilt = (letter: string): fc.Arbitrary<string> => {
    const alike: Record<string, string[]> = { '0': ['o', 'O'], '1': ['i', 'l', 'I', 'L'], '-': ['', ' ', '–', '\t-'] }
    return fc.constantFrom(letter, letter.toUpperCase(), ...(alike[letter] ?? []), ` ${letter}`)
  }
  fc.assert(
    fc.property(
      fc
        .constant(null)
        .map(newRecoveryCode)
        .chain((code) => fc.tuple(fc.constant(code), fc.tuple(...[...code].map(spoilt)))),
      ([code, typed]) => {
        expect(parseRecoveryCode(typed.join(''))).toBe(code.replaceAll('-', ''))
      },
    ),
  )
})

test('does not accept a TOTP code or a text of another length', () => {
  expect(parseRecoveryCode('123456')).toBeNull()
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const read = parseRecoveryCode(typed)
      if (read !== null) expect(read).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
    }),
  )
})
