import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containing, quoted } from './text-pattern.ts'

test('what somebody looks for is text, whatever it holds', () => {
  expect(containing('50%_off\\')).toBe('%50\\%\\_off\\\\%')
  expect(containing('a*b')).toBe('%a_b%')
  expect(quoted('a,b)"\\')).toBe('"a,b)\\"\\\\"')
})

test('a quoted value ends where it should', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const inside = quoted(value).slice(1, -1)
      expect(inside.replace(/\\(["\\])/gu, '')).not.toContain('"')
      expect(inside.replace(/\\(["\\])/gu, '$1')).toBe(value)
    }),
  )
})
