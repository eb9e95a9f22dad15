import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparator, FilterError, parseFilter, parseOrderBy } from './odata.ts'

const KNOWN = new Set(['subject', 'isRead', 'size', 'received', 'from', 'categories'])
const read = (from: object, name: string): unknown => Reflect.get(from, name)
const item = {
  subject: "Let's go",
  isRead: false,
  size: 3,
  received: '2026-01-02T10:00:00Z',
  from: { address: 'Bob@x.example' },
  categories: ['Red'],
}

test.each([
  ["subject eq 'let''s go'", true],
  ["not (subject eq 'x') and isRead eq false", true],
  ['isRead', false],
  ['size gt 2 and size le 3', true],
  ['size ge 4 or size lt 3', false],
  ['received ge 2026-01-02T11:00:00+01:00', true],
  ['received lt 2026-01-02', false],
  ["from/address eq 'bob@x.example'", true],
  ["categories/any(c:c eq 'Red')", true],
  ["categories/any(c:startswith(c,'B'))", false],
  ["contains(subject,'GO') and endswith(subject,'o')", true],
  ['subject ne null', true],
])('evaluates %s to %s', (filter, expected) => {
  expect(parseFilter(filter, KNOWN, read).matches(item)).toBe(expected)
})

test.each([
  '',
  'subject eq',
  'subject eq (',
  "subject eq 'x' isRead",
  'colour eq 1',
  "foo(subject,'x')",
  "subject eq 'x",
  '((isRead)',
  '%',
])('refuses %j', (filter) => {
  expect(() => parseFilter(filter, KNOWN, read)).toThrow(FilterError)
})

test('parses any text or refuses it with a FilterError', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseFilter(text, KNOWN, read).matches(item)
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError)
      }
    }),
  )
})

test('keeps any text in a literal', () => {
  fc.assert(
    fc.property(fc.string(), (subject) => {
      const filter = parseFilter(`subject eq '${subject.replaceAll("'", "''")}'`, KNOWN, read)
      expect(filter.matches({ subject })).toBe(true)
    }),
  )
})

test('sorts by several properties', () => {
  const compare = comparator(parseOrderBy('size desc, subject', KNOWN), read)
  const rows = [
    { size: 1, subject: 'b' },
    { size: 2, subject: 'c' },
    { size: 1, subject: 'a' },
  ]
  expect(rows.toSorted(compare).map(({ subject }) => subject)).toEqual(['c', 'a', 'b'])
  expect(() => parseOrderBy('colour', KNOWN)).toThrow(FilterError)
})
