import { expect, it } from 'vitest'
import { learnWeights, type TrainingExample } from './learn-weights.ts'

const [parcel, flight, hello, rare, known] = [1, 2, 3, 4, 5]
const example = (concept: number, ...stems: number[]): TrainingExample => ({
  stemCounts: stems.map((stem) => [stem, 1]),
  concept,
})

const learned = learnWeights(
  [...Array(10)].flatMap((_, i) => [example(0, parcel, hello, ...(i === 0 ? [rare] : [])), example(1, flight, hello)]),
  2,
  { start: new Map([[known, [1]]]), startWeight: 1.5, minTexts: 2 },
)

/** How much more a word indicates the second concept than the first. */
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
