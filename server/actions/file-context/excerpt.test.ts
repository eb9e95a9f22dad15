import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt, fairShares } from './excerpt.ts'
import { joinDocuments } from './read-file-context.ts'
import { searchWords } from './search-words.ts'

test.each([
  ['Re: Could you please send us the price list 2026 for pumps?', ['2026', 'price', 'list', 'pumps']],
  ['AW: Können Sie uns bitte die Preisliste für Pumpen schicken', ['preisliste', 'pumpen', 'schicken']],
  ['Fwd: Merci de nous envoyer la facture n° F-4711', ['4711', 'envoyer', 'facture']],
  ['Gracias por tu pedido', ['pedido']],
  ['Vraag over uw offerte', ['offerte']],
  ['Re: hello', []],
  ['', []],
])('search words of %s are %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('hostile text gives at most eight words in linear time', () => {
  expect(searchWords('x1y '.repeat(500_000))).toEqual(['x1y'])
  expect(searchWords(Array.from({ length: 100 }, (_, n) => `word${n}`).join(' '))).toHaveLength(8)
})

test('selects the passages with the words, in their order', () => {
  const filler = 'Nothing of interest stands in this line, and it goes on for a while so that it is long.\n'
  const text =
    `${filler.repeat(40)}The warranty of pumps is five years.\n${filler.repeat(40)}Warranty claims go ` +
    `by post.\n${filler.repeat(9)}`
  const part = excerpt(text, ['warranty', 'pumps'], 700)
  expect(part.length).toBeLessThanOrEqual(700)
  expect(part.indexOf('five years')).toBeGreaterThan(-1)
  expect(part.indexOf('by post')).toBeGreaterThan(part.indexOf('five years'))
})

test('the joined text never exceeds the limit, and each file has its share', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 3000, unit: 'grapheme' }), { maxLength: 5 }),
      fc.integer({ min: 500, max: 10_000 }),
      (texts, most) => {
        const file = { name: 'a.txt', provider: 'dropbox' } as const
        const text = joinDocuments(
          texts.map((each) => ({ file, text: each })),
          ['a'],
          most,
        )
        expect(text.length).toBeLessThanOrEqual(most)
        expect(text.split('File “a.txt”').length - 1).toBeGreaterThanOrEqual(texts.length)
      },
    ),
  )
})

test('shares are fair: none exceeds its length, equal lengths get equal shares', () => {
  expect(fairShares([100, 5000, 5000], 1100)).toEqual([100, 500, 500])
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { maxLength: 6 }), fc.nat(10_000), (lengths, total) => {
      const shares = fairShares(lengths, total)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(total)
      for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(lengths[at] ?? 0)
    }),
  )
})
