import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesFilter, type FilteredAttachment } from './matches-filter.ts'
import { AttachmentFilter } from './plan-schema.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

const file: FilteredAttachment = {
  name: 'Jahresrechnung_2026.PDF',
  size: 2_000_000,
  subject: 'Unser Angebot für Sie',
  senderName: 'Anna Krüger',
  senderAddress: 'Anna@Billing.Acme.example',
}
const matches = (filter: Partial<AttachmentFilter>, change: Partial<FilteredAttachment> = {}) =>
  matchesFilter(AttachmentFilter.parse(filter), { ...file, ...change })

test.each<[Partial<AttachmentFilter>, boolean]>([
  [{}, true],
  [{ types: ['pdf'] }, true],
  [{ types: ['docx'] }, false],
  [{ notTypes: ['pdf'] }, false],
  [{ words: ['Rechnung'] }, true],
  [{ words: ['angebot'] }, true],
  [{ words: ['receipt', 'ANGEBOT'] }, true],
  [{ words: ['receipt'] }, false],
  [{ words: ['ech'] }, false],
  [{ words: ['jah'] }, true],
  [{ notWords: ['rechnung'] }, false],
  [{ notWords: ['angebot'] }, true],
  [{ minBytes: 2_000_000, maxBytes: 2_000_000 }, true],
  [{ minBytes: 2_000_001 }, false],
  [{ maxBytes: 1_999_999 }, false],
  [{ senders: ['anna@billing.acme.example'] }, true],
  [{ senders: ['anna@acme.example'] }, false],
  [{ senders: ['@acme.example'] }, true],
  [{ senders: ['cme.example'] }, false],
  [{ senders: ['Acme'] }, true],
  [{ senders: ['kruger'] }, true],
  [{ senders: ['Bob', 'Smith'] }, false],
  [{ types: ['pdf'], words: ['receipt'] }, false],
])('%j: %s', (filter, expected) => {
  expect(matches(filter)).toBe(expected)
})

test('a name that only looks like an extension does not match', () => {
  expect(matches({ types: ['pdf'] }, { name: 'pdf' })).toBe(false)
  expect(matches({ types: ['pdf'] }, { name: 'invoice.pdf.exe' })).toBe(false)
})

test('handles any message; an empty filter selects every file', () => {
  const hostile = fc.record({
    name: fc.string({ unit: anyCharacter }),
    subject: fc.string({ unit: anyCharacter }),
    senderName: fc.string({ unit: anyCharacter }),
    senderAddress: fc.string({ unit: anyCharacter }),
    size: fc.nat(),
  })
  fc.assert(
    fc.property(hostile, (change) => {
      expect(matches({}, change)).toBe(true)
      expect(typeof matches({ words: ['a'], senders: ['b'], notWords: ['c'] }, change)).toBe('boolean')
    }),
  )
})
