import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteFilterValue } from './postgrest-filter.ts'

test('escapes quotes', () => {
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
