import { expect, it } from 'vitest'
import { learnWeights, type Lesson } from './learn-weights.ts'

const [parcel, flight, hello, rare, known] = [1, 2, 3, 4, 5]
const lesson = (concept: number, ...stems: number[]): Lesson => ({ heard: stems.map((stem) => [stem, 1]), concept })

const learned = learnWeights(
  [...Array(10)].flatMap((_, i) => [lesson(0, parcel, hello, ...(i === 0 ? [rare] : [])), lesson(1, flight, hello)]),
  2,
  { start: new Map([[known, [1]]]), startWeight: 1.5, fewest: 2 },
)

/** How much a word speaks for the second concept rather than the first. */
function lead(stem: number): number {
  const { concepts = [], weights = [] } = learned.get(stem) ?? {}
  return concepts.reduce((sum, concept, i) => sum + (concept === 1 ? 1 : -1) * (weights[i] ?? 0), 0)
}

it('learns which words indicate a concept, and gives no weight to others', () => {
  expect(lead(parcel)).toBeLessThan(-1)
  expect(lead(flight)).toBeGreaterThan(1)
  expect(Math.abs(lead(hello))).toBeLessThan(0.2)
})

it('keeps the initial weights without other evidence, and drops words that occur once', () => {
  expect(lead(known)).toBeCloseTo(1.5, 1)
  expect(learned.has(rare)).toBe(false)
})
