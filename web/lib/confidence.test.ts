import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confidenceOf } from './confidence.ts'

const of = (confidence: number | null, reason: 'sorted' | 'name_only' = 'sorted') =>
  confidenceOf({ classification_confidence: confidence, reason })

test.each([
  [1, 'Sure', '100%'],
  [0.85, 'Sure', '85%'],
  [0.846, 'Sure', '85%'],
  [0.844, 'Likely', '84%'],
  [0.6, 'Likely', '60%'],
  [0.59, 'Unsure', '59%'],
  [0, 'Unsure', '0%'],
])('%f is %s', (confidence, word, percent) => {
  expect(of(confidence)).toEqual({ word, percent })
})

test('shows nothing where the percentage is a cap or nothing was decided', () => {
  expect(of(0.4, 'name_only')).toBeNull()
  expect(of(null)).toBeNull()
})

test('has one word for each percentage, and never a weaker word for a higher one', () => {
  const anyConfidence = fc.double({ min: 0, max: 1, noNaN: true })
  const rank = { Unsure: 0, Likely: 1, Sure: 2 }
  fc.assert(
    fc.property(anyConfidence, anyConfidence, (a, b) => {
      const [lower, higher] = [of(Math.min(a, b)), of(Math.max(a, b))]
      expect(rank[lower?.word ?? 'Sure']).toBeLessThanOrEqual(rank[higher?.word ?? 'Unsure'])
      if (lower?.percent === higher?.percent) expect(lower?.word).toBe(higher?.word)
    }),
  )
})
