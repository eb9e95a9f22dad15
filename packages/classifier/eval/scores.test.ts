import { describe, expect, it } from 'vitest'
import type { Outcome } from './scores.ts'
import { accuracy, accuracyAt, autoShare, calibrationError, macroF1, topShare } from './scores.ts'

function outcome(truth: string, ranked: string, confidence: number): Outcome {
  return { truth, ranked: [...ranked], confidence }
}

const FOUR = [outcome('a', 'abc', 0.9), outcome('a', 'bca', 0.8), outcome('b', 'bac', 0.6), outcome('c', 'bac', 0.4)]

describe('scores', () => {
  it('count correct predictions and those among the first candidates', () => {
    expect(accuracy(FOUR)).toBe(0.5)
    expect(topShare(FOUR, 2)).toBe(0.5)
    expect(topShare(FOUR, 3)).toBe(1)
  })

  it('average F1 over the folders with messages', () => {
    // F1 of a: recall 1/2, precision 1 → 2/3. F1 of b: recall 1, precision 1/3 → 1/2. Never found: 0.
    expect(macroF1(FOUR)).toBeCloseTo((2 / 3 + 1 / 2) / 3, 10)
  })

  it('measure the calibration error', () => {
    expect(calibrationError([outcome('a', 'a', 1), outcome('a', 'b', 0)])).toBe(0)
    expect(calibrationError([outcome('a', 'b', 1)])).toBe(1)
    // One bin with two predictions at 0.9, one of them right: 0.9 against 0.5.
    expect(calibrationError([outcome('a', 'a', 0.9), outcome('a', 'b', 0.9)])).toBeCloseTo(0.4, 10)
    // Overconfidence in one bin does not cancel underconfidence in another.
    expect(calibrationError([outcome('a', 'a', 0.5), outcome('a', 'b', 0.8)])).toBeCloseTo(0.65, 10)
  })

  it('rank by confidence', () => {
    expect(accuracyAt(FOUR, 0.25)).toBe(1)
    expect(accuracyAt(FOUR, 0.75)).toBeCloseTo(2 / 3, 10)
    expect(autoShare(FOUR)).toBe(0.25)
    expect(autoShare([outcome('a', 'b', 0.9)])).toBe(0)
  })

  it('have no value for an empty set', () => {
    for (const score of [
      accuracy([]),
      macroF1([]),
      topShare([], 3),
      calibrationError([]),
      accuracyAt([], 0.8),
      autoShare([]),
    ]) {
      expect(score).toBeNull()
    }
  })
})
