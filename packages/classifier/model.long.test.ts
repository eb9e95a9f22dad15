import fc from 'fast-check'
import { test } from 'vitest'
import { neverLowersTheFolder } from './testing/taught-model.ts'

test('learning a message never lowers its folder', () => {
  fc.assert(neverLowersTheFolder(1), { numRuns: 1000 })
})

test('nor with full folders', () => {
  fc.assert(neverLowersTheFolder(20), { numRuns: 200 })
})
