import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeWords } from '../file-context/search-words.ts'
import { findFieldsInText } from './find-fields-in-text.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

const mail = `Hello,
please find our invoice attached.
Invoice number: RE-2026/0815
Invoice date: 21.11.2026
Due date 2026-12-05
Total amount: 1.234,50 €
VAT (19 %): 197,10 EUR
Customer: Anna Smith Ltd
Order no. 4711
Gesamtbetrag
99,00 €
Échéance : 5 décembre 2026
IBAN DE02 1203 0000 0000 2020 51
Kind regards`

test.each([
  ['invoice number', 'RE-2026/0815'],
  ['invoice date', '21.11.2026'],
  ['due date', '2026-12-05'],
  ['total amount', '1.234,50 €'],
  ['total', '1.234,50 €'],
  ['customer', 'Anna Smith Ltd'],
  ['order no', '4711'],
  ['Gesamtbetrag', '99,00 €'],
  ['échéance', '5 décembre 2026'],
  ['phone', null],
  ['', null],
  ['!!', null],
])('%s is %s', (field, value) => {
  expect(findFieldsInText(mail, [field])).toEqual([value])
})

test('for any text, each value is one short line that occurs in the text', () => {
  const field = fc.oneof(fc.constantFrom('total', 'due date', 'order number', 'customer'), fc.string({ maxLength: 60 }))
  const line = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.constantFrom('Total: 5,00 €', 'customer = x', 'Due date', '1.1.2026'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(field, { maxLength: 10 }), (lines, fields) => {
      const text = lines.join('\n')
      const values = findFieldsInText(text, fields)
      expect(values).toHaveLength(fields.length)
      for (const value of values) {
        if (value === null) continue
        expect(value.length).toBeLessThanOrEqual(120)
        expect(value).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(normalizeWords(text).replace(/ /g, '')).toContain(normalizeWords(value).replace(/ /g, ''))
      }
    }),
  )
})

test.each([
  ['9'.repeat(8000)],
  ["1'".repeat(4000)],
  ['a1-'.repeat(2700)],
  ['total '.repeat(1300)],
  [`total${' '.repeat(7990)}x`],
  ['total\n'.repeat(1300)],
])('hostile text takes linear time: %#', (hostile) => {
  for (let times = 0; times < 20; times++)
    expect(findFieldsInText(hostile, ['total', 'date', 'number', 'x y'])).toHaveLength(4)
})
