import { expect, test } from 'vitest'
import { usageShare } from './usage-share.ts'

test.each([
  [0, 100, 0, 'fine'],
  [79, 100, 79, 'fine'],
  [80, 100, 80, 'high'],
  [94, 100, 94, 'high'],
  [95, 100, 95, 'almost'],
  [500, 100, 100, 'almost'],
  [0, 0, 100, 'almost'],
] as const)('%i of %i is %i percent: %s', (processed, limit, percent, level) => {
  expect(usageShare(processed, limit)).toEqual({ percent, level })
})
