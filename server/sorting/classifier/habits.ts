import { sizeOf } from './bayes.ts'
import type { Model } from './state.ts'

/** How often each folder got mail with this very trait (a sender, a list, a thread …), newer mail counting more. */
export function visits(model: Model, row: number, columns: readonly number[]): Float64Array {
  const { folders, table } = model
  const base = row * table.columns
  const out = new Float64Array(columns.length)
  for (let k = 0; k < columns.length; k++) {
    const column = columns[k] ?? -1
    const folder = folders[column]
    if (folder) out[k] = (table.counts[base + column] ?? 0) / folder.weight
  }
  return out
}

/** The smoothed share of each folder among these visits, against its usual share; written to out[at…]. */
export function habit(had: Float64Array, shares: Float64Array, smoothing: number, out: Float64Array, at: number): void {
  let sum = smoothing
  for (const count of had) sum += count
  for (let k = 0; k < had.length; k++) {
    const share = shares[k] ?? 1
    out[at + k] = Math.log(((had[k] ?? 0) + smoothing * share) / (sum * share))
  }
}

/** Usual share of each folder, with something left for those that have no mail yet. */
export function usualShares(model: Model, columns: readonly number[]): Float64Array {
  const sizes = Float64Array.from(columns, (column) => sizeOf(model.folders[column]) + 0.5)
  const sum = sizes.reduce((a, b) => a + b, 0)
  return sizes.map((size) => size / sum)
}
