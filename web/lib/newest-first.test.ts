import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('sorts times with and without a fraction of a second', () => {
  const at = (seconds: string) => ({ processed_at: `2026-11-28T20:14:${seconds}+00:00` })
  const sorted = ['28', '27.92', '27.801', '27.8', '27.001', '27', '26.999'].map(at)
  expect(sorted.toReversed().toSorted(newestFirst)).toEqual(sorted)
})
