import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comesBefore, SortedList } from './sorted-list.ts'

test('equals a sorted array after any sequence of additions and removals', () => {
  const step = fc.record({ rank: fc.integer({ min: 0, max: 5 }), remove: fc.boolean(), which: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const list = new SortedList<{ rank: number; order: number }>()
      let model: { rank: number; order: number }[] = []
      for (const [order, { rank, remove, which }] of steps.entries()) {
        const removed = model[which % Math.max(model.length, 1)]
        if (remove && removed) {
          expect(list.remove(removed)).toBe(true)
          model = model.filter((item) => item !== removed)
        } else {
          const item = { rank, order }
          list.add(item)
          model.push(item)
        }
      }
      const sorted = model.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1))
      expect([...list]).toEqual(sorted)
      expect(list.slice(1, 3)).toEqual(sorted.slice(1, 3))
      expect(list.size).toBe(sorted.length)
      expect(list.remove({ rank: 9, order: 0 })).toBe(false)
      expect([...SortedList.of(sorted)]).toEqual(sorted)
    }),
  )
})
