import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

test('removes invisible characters', () => {
  const tags = String.fromCodePoint(...[...'ignore'].map((letter) => 0xe0000 + letter.charCodeAt(0)))
  expect(cleanText(`pay\u200Bpal\u00AD${tags} \u202Egnp\u202C\u0000\uFEFF!`, 100)).toBe('paypal gnp!')
  expect(cleanText('a\tb\r\nc\u0007d', 100)).toBe('a\tb\r\ncd')
  expect(cleanText('ﬁne ① Ｆｕｌｌ', 100)).toBe('fine 1 Full')
})

test('keeps a line as written, on one line', () => {
  expect(cleanLine('  Re:\r\n Straße ①\u200B  ', 100)).toBe('Re: Straße ①')
})

const unseen = /[\p{Cs}\u200B-\u200F\u202A-\u202E\u{E0000}-\u{E007F}]/u
test('returns bounded, well-formed and storable text for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      expect(cleanLine(text, max)).not.toMatch(/\p{Cc}/u)
      for (const clean of [cleanText(text, max), cleanLine(text, max)]) {
        expect(clean.length).toBeLessThanOrEqual(max)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toMatch(unseen)
      }
    }),
  )
})

/** Super-linear time would exceed the test's timeout. */
test('cleans a hostile megabyte in time', () => {
  for (const text of ['\u200B'.repeat(1e6), 'ﷺ'.repeat(1e6), 'a\u0300'.repeat(5e5), ' '.repeat(1e6)]) {
    expect(cleanText(text, 8000).length).toBeLessThanOrEqual(8000)
    expect(cleanLine(text, 998).length).toBeLessThanOrEqual(998)
  }
})
