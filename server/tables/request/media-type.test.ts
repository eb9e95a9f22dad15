import { expect, test } from 'vitest'
import { negotiateMediaType } from './media-type.ts'

test.each([
  [null, 'array', false],
  ['*/*', 'array', false],
  ['application/json', 'array', false],
  ['application/vnd.pgrst.object+json', 'object', false],
  ['application/vnd.pgrst.object', 'object', false],
  ['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
  ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
  ['text/csv', 'csv', false],
  ['image/png, text/csv', 'csv', false],
  ['text/csv;q=0.5, application/json', 'array', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'array', false],
  ['application/json;q=0, text/csv;q=0.1', 'csv', false],
])('%s', (header, shape, stripNulls) => expect(negotiateMediaType(header)).toMatchObject({ shape, stripNulls }))

test.each(['image/png', 'application/json;q=0', 'x', 'application/geo+json'])('refuses %s', (header) =>
  expect(() => negotiateMediaType(header)).toThrow('None of these media types are available'),
)
