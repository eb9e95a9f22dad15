import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/kit/any-character.ts'
import { keywordOf } from './keyword-of.ts'

test.each([
  ['Travel', 'Travel'],
  ['Büro & Töpfe', 'Buro_Topfe'],
  ['Clients/2026, "north"', 'Clients_2026_north_'],
  ['日本', '&ZeVnLA-'],
  ['Junk', 'Junk_'],
  ['$Forwarded', '_Forwarded'],
  ['\\Seen', '_Seen'],
  ['👍', '_'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('%s is the keyword %s', (name, keyword) => {
  expect(keywordOf(name)).toBe(keyword)
})

test('is an atom that servers store, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
      // RFC 9051: no controls, spaces, parentheses, braces, wildcards, quotes, backslashes or brackets.
      expect(keywordOf(name)).toMatch(/^[A-Za-z0-9_.&+,-]{1,50}$/)
    }),
  )
})
