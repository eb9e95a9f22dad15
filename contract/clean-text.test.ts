import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText, removeInvisible } from './clean-text.ts'
import { anyCharacter } from '../test/kit/any-character.ts'

test('removes invisible characters', () => {
  const tags = String.fromCodePoint(...[...'ignore'].map((letter) => 0xe0000 + letter.charCodeAt(0)))
  expect(cleanText(`pay\u200Bpal\u00AD${tags} \u202Egnp\u202C\u0000\uFEFF!`, 100)).toBe('paypal gnp!')
  expect(cleanText('a\tb\r\nc\u0007d', 100)).toBe('a\tb\r\ncd')
  expect(cleanText('ﬁne ① Ｆｕｌｌ', 100)).toBe('fine 1 Full')
})

test('keeps a line as written, on one line', () => {
  expect(cleanLine('  Re:\r\n Straße ①\u200B  ', 100)).toBe('Re: Straße ①')
})

test.each([
  '❤\uFE0F Wedding',
  '👨\u200D👩\u200D👧 Family',
  '👩🏽\u200D💻 and ❤\uFE0F\u200D🔥',
  '1\uFE0F\u20E3 #\uFE0F\u20E3',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} tour',
  'می\u200Cخواهم',
  'ශ්\u200Dරී ලංකා',
  'क्\u200Dष, ക്\u200D, ন্\u200Dয',
  '葛\u{E0100}城, ᠠ\u180B',
])('keeps what belongs to an emoji or a word: %s', (text) => {
  expect(cleanLine(text, 100)).toBe(text)
  expect(cleanText(text, 100)).toBe(text)
})

test.each([
  ['in\u200Cvoice pay\u200Dpal', 'invoice paypal'],
  ['вход\u200C λόγος\u200D', 'вход λόγος'],
  ['a\uFE0Fb 1\uFE0F 2\u{E0100}', 'ab 1 2'],
  ['👩\u200D x \u200D👩 ❤\uFE0F\uFE0F', '👩 x 👩 ❤\uFE0F'],
  ['می\u200C\u200C\u200Bخواهم', 'می\u200Cخواهم'],
  ['👩\u200B\u200D💻', '👩💻'],
  ['🏴\u{E0041}\u{E0042} \u{E0067}\u{E0062}\u{E007F}', '🏴'],
])('removes them where they change nothing that a reader sees: %j', (text, clean) => {
  expect(cleanLine(text, 100)).toBe(clean)
})

/** Invisible characters that do not follow what they change. */
const unseen = new RegExp(
  [
    String.raw`[\p{Cs}\u200B\u200E\u200F\u202A-\u202E]`,
    String.raw`(?<![\p{L}\p{M}\p{Emoji}\uFE0F])[\u200C\u200D]`,
    String.raw`(?<![🏴\p{Cf}])[\u{E0000}-\u{E007F}]`,
  ].join('|'),
  'u',
)

const joiners = ['\u200C', '\u200D', '\uFE0F', '\u{E0067}', '\u{E007F}', '\u200B']
const pieces = fc
  .array(fc.constantFrom(...joiners, '👩', '❤', 'می', 'a', '1', '🏴', '葛'))
  .map((parts) => parts.join(''))

test('a cut between joined emoji leaves no joiner', () => {
  expect([3, 4].map((max) => cleanLine('👩‍👩', max))).toEqual(['👩', '👩'])
})

test('returns bounded, well-formed and storable text for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), pieces),
      fc.integer({ min: 1, max: 60 }),
      (text, max) => {
        expect(cleanLine(text, max)).not.toMatch(/\p{Cc}/u)
        for (const clean of [cleanText(text, max), cleanLine(text, max)]) {
          expect(clean.length).toBeLessThanOrEqual(max)
          expect(clean.isWellFormed()).toBe(true)
          expect(clean).not.toMatch(unseen)
          expect(removeInvisible(clean)).toBe(clean)
        }
      },
    ),
  )
})

/** Super-linear time would exceed the test's timeout. */
test('cleans a hostile megabyte in time', () => {
  for (const text of ['\u200B'.repeat(1e6), 'ﷺ'.repeat(1e6), 'a\u0300'.repeat(5e5), ' '.repeat(1e6)]) {
    expect(cleanText(text, 8000).length).toBeLessThanOrEqual(8000)
    expect(cleanLine(text, 998).length).toBeLessThanOrEqual(998)
  }
})
