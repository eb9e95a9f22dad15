import type { Model } from './state.ts'

/** Multinomial logistic regression, learned online by AdaGrad; one row of weights a feature, one column a folder. */
const RATE = 0.6
const FIRST_SLOPE = 0.02
/** Errors below this are not worth touching a column for. */
const SMALLEST_ERROR = 0.002

/** A group of features that all count the same. */
export interface Inputs {
  rows: readonly number[]
  value: number
}

export function score(model: Model, inputs: readonly Inputs[], columns: readonly number[]): Float64Array {
  const { weights, columns: width } = model.table
  const at = [...columns.keys()].filter((k) => (columns[k] ?? -1) >= 0)
  const column = Int32Array.from(at, (k) => columns[k] ?? 0)
  const sums = new Float64Array(at.length)
  for (const { rows, value } of inputs) {
    for (const row of rows) {
      const base = row * width
      for (let i = 0; i < sums.length; i++) {
        sums[i] = (sums[i] ?? 0) + value * (weights[base + (column[i] ?? 0)] ?? 0)
      }
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
export function step(model: Model, inputs: readonly Inputs[], shares: Float64Array, target: number): void {
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
  for (const { rows, value } of inputs) {
    for (const row of rows) {
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
}
