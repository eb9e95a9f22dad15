import type { Model } from './state.ts'

/** Multinomial logistic regression, learned online by AdaGrad; one row of weights a feature, one column a folder. */
export const SOFTMAX = { rate: 0.3, start: 0.02, word: 1, trait: 0.35 }

export interface Inputs {
  rows: readonly number[]
  /** What each feature of this group counts. */
  value: number
}

export function score(model: Model, inputs: readonly Inputs[], columns: readonly number[], out: Float64Array, at: number): void {
  const { weights, columns: width } = model.table
  const n = columns.length
  for (let k = 0; k < n; k++) out[at + k] = 0
  for (const { rows, value } of inputs) {
    for (const row of rows) {
      const base = row * width
      for (let k = 0; k < n; k++) {
        const column = columns[k] ?? -1
        if (column >= 0) out[at + k] = (out[at + k] ?? 0) + value * (weights[base + column] ?? 0)
      }
    }
  }
}

export function toLogShares(values: Float64Array, at: number, n: number): void {
  let top = -Infinity
  for (let k = 0; k < n; k++) top = Math.max(top, values[at + k] ?? 0)
  let sum = 0
  for (let k = 0; k < n; k++) sum += Math.exp((values[at + k] ?? 0) - top)
  const shift = top + Math.log(sum)
  for (let k = 0; k < n; k++) values[at + k] = (values[at + k] ?? 0) - shift
}

/** One step towards `target`; `shares` are the probabilities over all columns before it. */
export function step(model: Model, inputs: readonly Inputs[], shares: Float64Array, target: number): void {
  const { weights, slopes, columns: width } = model.table
  const errors: number[] = []
  const columns: number[] = []
  let square = 0
  for (let k = 0; k < shares.length; k++) {
    const error = (k === target ? 1 : 0) - (shares[k] ?? 0)
    if (Math.abs(error) < 0.002) continue
    errors.push(error)
    columns.push(k)
    square += error * error
  }
  for (const { rows, value } of inputs) {
    for (const row of rows) {
      const slope = (slopes[row] ?? 0) + value * value * square
      slopes[row] = slope
      const pace = (SOFTMAX.rate * value) / Math.sqrt(SOFTMAX.start * value * value + slope)
      const base = row * width
      for (let i = 0; i < columns.length; i++) {
        const cell = base + (columns[i] ?? 0)
        weights[cell] = (weights[cell] ?? 0) + pace * (errors[i] ?? 0)
      }
    }
  }
}
