import { fastLog } from './fast-log.ts'
import { sizeOf } from './bayes.ts'
import type { Model } from './state.ts'

/** Where mail with this very trait (sender, list, thread …) went: smoothed share of each folder against its usual share. */
export function habit(model: Model, row: number, columns: readonly number[], shares: Float64Array, smoothing: number, out: Float64Array, at: number): void {
  const { counts, columns: width } = model.table
  const base = row * width
  let sum = 0
  const had = new Float64Array(columns.length)
  for (let k = 0; k < columns.length; k++) {
    const column = columns[k] ?? -1
    const folder = column < 0 ? undefined : model.folders[column]
    const count = folder ? (counts[base + column] ?? 0) / folder.weight : 0
    had[k] = count
    sum += count
  }
  for (let k = 0; k < columns.length; k++) {
    const share = shares[k] ?? 1
    out[at + k] = fastLog(((had[k] ?? 0) + smoothing * share) / ((sum + smoothing) * share))
  }
}

/** Usual share of each folder, with something left for the ones that have no mail yet. */
export function usualShares(model: Model, columns: readonly number[], out: Float64Array): void {
  let sum = 0
  for (let k = 0; k < columns.length; k++) {
    out[k] = sizeOf(model.folders[columns[k] ?? -1]) + 0.5
    sum += out[k] ?? 0
  }
  for (let k = 0; k < columns.length; k++) out[k] = (out[k] ?? 0) / sum
}
