import type { Inputs } from './inputs.ts'
import type { Model } from './state.ts'

/** Multinomial logistic regression, learned online by AdaGrad; one row of weights a feature, one column a folder. */
const RATE = 0.6
const FIRST_SLOPE = 0.02
/** Errors below this are not worth touching a column for. */
const SMALLEST_ERROR = 0.002

export function score(model: Model, { rows, values }: Inputs, columns: readonly number[]): Float64Array {
  const { weights, columns: width } = model.table
  const at: number[] = []
  columns.forEach((column, k) => {
    if (column >= 0) at.push(k)
  })
  const column = new Int32Array(at.length)
  at.forEach((k, i) => {
    column[i] = columns[k] ?? 0
  })
  const sums = new Float64Array(at.length)
  for (let r = 0; r < rows.length; r++) {
    const base = (rows[r] ?? 0) * width
    const value = values[r] ?? 0
    for (let i = 0; i < sums.length; i++) {
      sums[i] = (sums[i] ?? 0) + value * (weights[base + (column[i] ?? 0)] ?? 0)
    }
  }
  const out = new Float64Array(columns.length)
  at.forEach((k, i) => {
    out[k] = sums[i] ?? 0
  })
  return out
}

/** log softmax. */
export function logShares(values: Float64Array): Float64Array {
  const top = values.reduce((a, b) => Math.max(a, b), -Infinity)
  let sum = 0
  for (const value of values) sum += Math.exp(value - top)
  const shift = top + Math.log(sum)
  return values.map((value) => value - shift)
}

/** One step towards `target`; `shares` are the probabilities over all columns before it. */
export function step(model: Model, { rows, values }: Inputs, shares: Float64Array, target: number): void {
  const { weights, slopes, columns: width } = model.table
  const errors: number[] = []
  const columns: number[] = []
  let square = 0
  for (let k = 0; k < shares.length; k++) {
    const error = (k === target ? 1 : 0) - (shares[k] ?? 0)
    if (Math.abs(error) < SMALLEST_ERROR) continue
    errors.push(error)
    columns.push(k)
    square += error * error
  }
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] ?? 0
    const value = values[r] ?? 0
    const slope = (slopes[row] ?? 0) + value * value * square
    slopes[row] = slope
    const pace = (RATE * value) / Math.sqrt(FIRST_SLOPE * value * value + slope)
    const base = row * width
    for (let i = 0; i < columns.length; i++) {
      const cell = base + (columns[i] ?? 0)
      weights[cell] = (weights[cell] ?? 0) + pace * (errors[i] ?? 0)
    }
  }
}
