import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachWord, fold, wordsOf } from './tokens.ts'

function stemOf(word: string): number {
  let found = 0
  eachWord(fold(word), 100, (_word, stem) => {
    found = stem
  })
  return found
}

describe('words', () => {
  it('folds case and accents and splits at everything else', () => {
    expect(wordsOf('Reçu N°42, Straße/ÜBER!')).toEqual(['recu', 'n', '42', 'strasse', 'uber'])
  })

  it('reads scripts without spaces by character and pair', () => {
    expect(wordsOf('請求書 ok')).toEqual(['請', '請求', '求', '求書', '書', 'ok'])
  })

  it('gives forms of one word the same stem', () => {
    for (const [a, b] of [
      ['invoice', 'invoices'],
      ['order', 'orders'],
      ['Rechnung', 'Rechnungen'],
      ['vol', 'VOL'],
      ['smb', 'SMB2'],
      ['invoice', 'invoices2026'],
    ] as const) {
      expect(stemOf(a), a).toBe(stemOf(b))
    }
    expect(stemOf('class')).not.toBe(stemOf('clas'))
    expect(stemOf('q3')).not.toBe(stemOf('q4'))
  })

  it('reports places inside the text, in order, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, limit) => {
        let last = -1
        eachWord(text, limit, (_word, _stem, start, end) => {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = start
        })
      }),
    )
  })
})
