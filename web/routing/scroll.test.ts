import { expect, test } from 'vitest'
import { parsePositions } from './scroll.ts'

test.each([
  ['{"1":0,"2":700.5}', { 1: 0, 2: 700.5 }],
  ['{"1":"700","2":null,"3":3}', { 3: 3 }],
  [null, {}],
  ['null', {}],
  ['"text"', {}],
  ['{"1":70', {}],
])('reads the positions from %s', (stored, positions) => {
  expect(parsePositions(stored)).toEqual(positions)
})
