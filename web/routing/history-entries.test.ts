import { expect, test } from 'vitest'
import { withoutTrailingSlashes } from './history-entries.ts'

test.each([
  ['/history/', '/history'],
  ['/help//', '/help'],
  ['/', '/'],
  ['//', '/'],
  ['//evil.example/', '//evil.example'],
])('%s is the path %s', (typed, path) => {
  expect(withoutTrailingSlashes(typed)).toBe(path)
})
