import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPattern, quoteFilterValue } from './postgrest-filter.ts'

test('escapes wildcards and quotes', () => {
  expect(containsPattern('50%_off\\')).toBe('%50\\%\\_off\\\\%')
  expect(containsPattern('a*b')).toBe('%a\\*b%')
  expect(quoteFilterValue('a,b)"\\')).toBe('"a,b)\\"\\\\"')
})

test('a quoted value contains no unescaped quote', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const inside = quoteFilterValue(value).slice(1, -1)
      expect(inside.replace(/\\(["\\])/gu, '')).not.toContain('"')
      expect(inside.replace(/\\(["\\])/gu, '$1')).toBe(value)
    }),
  )
})
