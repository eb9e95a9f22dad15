import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('keeps query parameters as strings', () => {
  expect(parseSearch('?email=1e3&error=true&x=%7B%7D')).toEqual({ email: '1e3', error: 'true', x: '{}' })
  expect(stringifySearch({ tab: undefined })).toBe('')
})

test('parses what it has serialized', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/u), fc.string({ unit: 'grapheme' })), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})
