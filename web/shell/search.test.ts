import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, text } from './search.ts'

test('parameters stay text, whatever they look like', () => {
  expect(parseSearch('?email=1e3&error=true&x=%7B%7D')).toEqual({ email: '1e3', error: 'true', x: '{}' })
  expect(text({ a: 'b' }, 'a')).toEqual({ a: 'b' })
  expect(text({ a: 1 }, 'a')).toEqual({})
})

test('what was written is read again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/u), fc.string({ unit: 'grapheme' })), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})
