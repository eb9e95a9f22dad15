import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairSlots, type Demand } from './fair-slots.ts'

const limits = { total: 4, turnMs: 500 }
const demand = (node: number, rest: Partial<Demand> = {}): Demand => ({
  node,
  wanted: 4,
  held: 0,
  sinceMs: 0,
  ...rest,
})
const slotsOf = (demands: Demand[]): number[] => {
  const slots = fairSlots(demands, limits)
  return demands.map(({ node }) => slots.get(node) ?? -1)
}

test.each([
  ['one node', [demand(1)], [4]],
  ['one node that needs fewer', [demand(1, { wanted: 1 })], [1]],
  ['two nodes', [demand(1), demand(2)], [2, 2]],
  ['a node that needs one', [demand(1, { held: 4, sinceMs: 900 }), demand(2, { wanted: 1 })], [3, 1]],
  ['three nodes', [demand(1, { sinceMs: 3 }), demand(2, { sinceMs: 2 }), demand(3, { sinceMs: 1 })], [2, 1, 1]],
])('divides the slots equally: %s', (_, demands, slots) => {
  expect(slotsOf(demands)).toEqual(slots)
})

test('gives the turn of the latest holder to a node that waits, once the turns have lasted', () => {
  const holders = (sinceMs: number) =>
    [1, 2, 3, 4].map((node) => demand(node, { held: 1, sinceMs: sinceMs + 4 - node }))
  expect(slotsOf([...holders(100), demand(5, { sinceMs: 90 })])).toEqual([1, 1, 1, 1, 0])
  expect(slotsOf([...holders(600), demand(5, { sinceMs: 590 })])).toEqual([1, 1, 1, 0, 1])
})

test('never exceeds the total or a demand, and leaves no slot unused that a node wants', () => {
  const anyDemand = fc.record({
    node: fc.integer({ min: 1, max: 1000 }),
    wanted: fc.integer({ min: 1, max: 4 }),
    held: fc.integer({ min: 0, max: 4 }),
    sinceMs: fc.nat(2000),
  })
  fc.assert(
    fc.property(fc.uniqueArray(anyDemand, { selector: ({ node }) => node, maxLength: 8 }), (demands) => {
      const slots = slotsOf(demands)
      const used = slots.reduce((sum, count) => sum + count, 0)
      const wanted = demands.reduce((sum, of) => sum + of.wanted, 0)
      expect(used).toBe(Math.min(4, wanted))
      for (const [place, count] of slots.entries()) expect(count).toBeLessThanOrEqual(demands[place]?.wanted ?? 0)
      if (demands.length <= 4) expect(Math.min(1, ...slots)).toBe(1)
    }),
  )
})
