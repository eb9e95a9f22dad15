import type { FeatureRows } from './feature-rows.ts'
import type { Model } from './model-state.ts'
import { blockOf, weightsAt } from './feature-table.ts'

/**
 * Multinomial logistic regression, trained online with AdaGrad: one row of weights per feature, one column per folder.
 */
const RATE = 0.6
const INITIAL_SLOPE = 0.02
/** Smaller errors do not update a column. */
const MIN_ERROR = 0.002

export function score(
  { table, folders }: Model,
  { rows, values }: FeatureRows,
  columns: readonly number[],
): Float64Array {
  const sums = new Float64Array(folders.length)
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] ?? -1
    if (row < 0) continue
    const weights = blockOf(table, row)
    const base = weightsAt(table, row)
    const value = values[r] ?? 0
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + value * (weights[base + i] ?? 0)
  }
  const out = new Float64Array(columns.length)
  for (let k = 0; k < out.length; k++) out[k] = sums[columns[k] ?? -1] ?? 0
  return out
}

/** Log softmax. */
export function logShares(values: Float64Array): Float64Array {
  let top = -Infinity
  for (let k = 0; k < values.length; k++) top = Math.max(top, values[k] ?? 0)
  let sum = 0
  for (let k = 0; k < values.length; k++) sum += Math.exp((values[k] ?? 0) - top)
  const shift = top + Math.log(sum)
  const out = new Float64Array(values.length)
  for (let k = 0; k < values.length; k++) out[k] = (values[k] ?? 0) - shift
  return out
}

/** One gradient step towards `target`. @param shares log probabilities over all columns; every feature has a row */
export function updateWeights(
  { table }: Model,
  { rows, values }: FeatureRows,
  shares: Float64Array,
  target: number,
): void {
  const { slopes } = table
  const errors = new Float64Array(shares.length)
  const columns = new Int32Array(shares.length)
  let touched = 0
  let square = 0
  for (let k = 0; k < shares.length; k++) {
    const error = (k === target ? 1 : 0) - Math.exp(shares[k] ?? 0)
    if (Math.abs(error) < MIN_ERROR) continue
    errors[touched] = error
    columns[touched++] = k
    square += error * error
  }
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] ?? 0
    const value = values[r] ?? 0
    if (value === 0) continue
    const slope = (slopes[row] ?? 0) + value * value * square
    slopes[row] = slope
    const pace = (RATE * value) / Math.sqrt(INITIAL_SLOPE * value * value + slope)
    const weights = blockOf(table, row)
    const base = weightsAt(table, row)
    for (let i = 0; i < touched; i++) {
      const cell = base + (columns[i] ?? 0)
      weights[cell] = (weights[cell] ?? 0) + pace * (errors[i] ?? 0)
    }
  }
}
