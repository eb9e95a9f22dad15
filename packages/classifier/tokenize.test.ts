import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachWord, fold, wordsOf } from './tokenize.ts'
import { anyCharacter } from './testing/arbitrary.ts'

function stemOf(word: string): number {
  let found = 0
  eachWord(fold(word), 100, (_word, stem) => {
    found = stem
  })
  return found
}

describe('tokens', () => {
  it('fold case and accents and split at everything else', () => {
    expect(wordsOf('Reçu N°42, Straße/ÜBER!')).toEqual(['recu', 'n', '42', 'strasse', 'uber'])
  })

  it('have no end of a contraction, and keep what follows an apostrophe otherwise', () => {
    expect(wordsOf("We’ve sent it, don't they'll I’d it’s")).toEqual(['we', 'sent', 'it', 'don', 'they', 'i', 'it'])
    expect(wordsOf("l’ami de l'été, 've rock’n’roll")).toEqual([
      'l',
      'ami',
      'de',
      'l',
      'ete',
      've',
      'rock',
      'n',
      'roll',
    ])
  })

  it.each([
    ['می\u200cخواهم', 'میخواهم'],
    ['ශ්\u200dරී', 'ශ්රී'],
    ['in\u00advoice', 'invoice'],
    ['pay\u2060pal', 'paypal'],
    ['葛\u{e0100}', '葛'],
    ['❤\ufe0f love', 'love'],
  ])('are equal with and without what no reader sees: %j', (written, plain) => {
    expect(wordsOf(written)).toEqual(wordsOf(plain))
  })

  it('of scripts without spaces are characters and pairs', () => {
    expect(wordsOf('請求書 ok')).toEqual(['請', '請求', '求', '求書', '書', 'ok'])
  })

  it.each([
    '🧾Invoice 1',
    'Invoice🧾 1',
    '🔥INVOICE🔥1',
    '👨‍👩‍👧invoice❤️1',
    '✅invoice→1',
    '𝐈𝐧𝐯𝐨𝐢𝐜𝐞 1',
    '🇩🇪invoice🇩🇪1',
    'invoice×1',
    '⚠️Invoice⚠️1',
    'ℹ️Invoice™ 1',
    '3️⃣Invoice 1',
    'ⓘInvoice©1',
  ])('end at symbols: %s', (text) => {
    expect(wordsOf(text)).toEqual(['invoice', '1'])
  })

  it('keep vowels of Indic and consonants of Japanese scripts, and have pairs where no spaces are written', () => {
    expect(wordsOf('वेतन')).not.toEqual(wordsOf('वितन'))
    expect(wordsOf('வேலை நாள்')).toHaveLength(2)
    expect(wordsOf('バス')).not.toEqual(wordsOf('パス'))
    expect(wordsOf('ﾊﾞｽ')).toEqual(wordsOf('バス'))
    expect(wordsOf('ใบแจ้งหนี้')).toContain('ใบ')
    expect(wordsOf('ສະບາຍດີ').length).toBeGreaterThan(2)
    expect(wordsOf('שָׁלוֹם')).toEqual(wordsOf('שלום'))
    expect(wordsOf('مُحَمَّد')).toEqual(wordsOf('محمد'))
  })

  it('of one word have the same stem in all forms', () => {
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

  it('have increasing positions inside any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(50), (text, limit) => {
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
