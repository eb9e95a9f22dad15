import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCount, cellAt, createSparseCounts, removeCount } from './sparse-counts.ts'

const ROWS = 4
const COLUMNS = 9

describe('counts', () => {
  it('equal those of a dense table after any additions and removals', () => {
    const change = fc.oneof(
      { weight: 9, arbitrary: fc.tuple(fc.constant('add'), fc.nat(ROWS - 1), fc.nat(COLUMNS - 1)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('drop'), fc.nat(COLUMNS - 1), fc.nat(COLUMNS - 1)) },
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const counts = createSparseCounts(ROWS)
        const plain = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => 0))
        for (const [what, a, b] of changes) {
          if (what === 'add') {
            addCount(counts, a, b, a + b + 1)
            const cells = plain[a] ?? []
            cells[b] = (cells[b] ?? 0) + a + b + 1
            continue
          }
          const [column, last] = [Math.min(a, b), Math.max(a, b)]
          plain.forEach((cells, row) => {
            removeCount(counts, row, column, last)
            cells[column] = cells[last] ?? 0
            cells[last] = 0
          })
        }
        plain.forEach((cells, row) =>
          cells.forEach((value, column) => {
            const at = cellAt(counts, row, column)
            expect(at < 0 ? 0 : counts.values[at]).toBe(value)
          }),
        )
      }),
    )
  })
})
