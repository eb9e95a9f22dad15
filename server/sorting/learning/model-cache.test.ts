import { expect, test } from 'vitest'
import { createModel, memoryBytes } from '../../../packages/classifier/classifier.ts'
import { createModelCache } from './model-cache.ts'

const cached = (revision: string) => ({ revision, model: createModel() })

test('keeps the models that were used last within its limit', () => {
  const size = memoryBytes(createModel())
  // At least the table from buckets to rows, and the frequencies.
  expect(size).toBeGreaterThan(65_536 * 4 + 8192 * 2)
  const cache = createModelCache(2 * size)
  cache.set('a', cached('1'))
  cache.set('b', cached('1'))
  cache.get('a')
  cache.set('c', cached('1'))
  cache.set('c', cached('2'))
  expect(['a', 'b', 'c'].map((id) => cache.get(id)?.revision)).toEqual(['1', undefined, '2'])

  const small = createModelCache(size - 1)
  small.set('a', cached('1'))
  expect(small.get('a')).toBeUndefined()
})
