import { bucketOfKey, ensureRow } from './feature-table.ts'
import { addCount } from './sparse-counts.ts'
import { effectiveSize } from './naive-bayes.ts'
import type { FeatureRows } from './feature-rows.ts'
import { WORDS_LENGTH } from './feature-rows.ts'
import type { FolderState, Model } from './model-state.ts'

/** Number of messages of each folder with this trait (a sender, a list, a conversation …), newer ones counting more. */
export function traitCounts(model: Model, row: number, columns: readonly number[]): Float64Array {
  const { folders, table } = model
  const { starts, sizes, columns: columnAt, values } = table.counts
  const had = new Float64Array(folders.length)
  const start = starts[row] ?? 0
  for (let at = start; at < start + (sizes[row] ?? 0); at++) {
    const column = columnAt[at] ?? 0
    had[column] = (values[at] ?? 0) / (folders[column]?.weight ?? 1)
  }
  const out = new Float64Array(columns.length)
  for (let k = 0; k < out.length; k++) out[k] = had[columns[k] ?? -1] ?? 0
  return out
}

/** Counts a learned message under a key that is no feature of it. Call it before the message is learned. */
export function countTrait({ table, folders }: Model, key: number, column: number): void {
  const row = ensureRow(table, bucketOfKey(key))
  addCount(table.counts, row, column, folders[column]?.weight ?? 1)
  table.mails[row] = (table.mails[row] ?? 0) + 1
}

/**
 * Log ratio between the smoothed share of each folder among these messages and its usual share; written to out[at…].
 */
export function scoreSmoothedShares(
  had: Float64Array,
  shares: Float64Array,
  smoothing: number,
  out: Float64Array,
  at: number,
): void {
  let sum = smoothing
  for (const count of had) sum += count
  for (let k = 0; k < had.length; k++) {
    const share = shares[k] ?? 1
    out[at + k] = Math.log(((had[k] ?? 0) + smoothing * share) / (sum * share))
  }
}

const LATEST_SMOOTHING = 0.1

/** Votes of the message's words for the folder of their last occurrence, weighted: topics change from week to week. */
export function scoreLastFolders(
  model: Model,
  { rows, values, words }: FeatureRows,
  columns: readonly number[],
  out: Float64Array,
  at: number,
): void {
  const votes = new Float64Array(model.folders.length)
  for (let i = 0; i < words; i++) {
    const column = (model.table.last[rows[i] ?? -1] ?? 0) - 1
    if (column >= 0) votes[column] = (votes[column] ?? 0) + ((values[i] ?? 0) / WORDS_LENGTH) ** 2
  }
  const had = new Float64Array(columns.length)
  columns.forEach((column, k) => {
    had[k] = votes[column] ?? 0
  })
  scoreSmoothedShares(
    had,
    sharesBy(model, columns, (folder) => folder.mails),
    LATEST_SMOOTHING,
    out,
    at,
  )
}

/** Usual share of each folder, smoothed for folders without messages. */
export function usualShares(model: Model, columns: readonly number[]): Float64Array {
  return sharesBy(model, columns, effectiveSize)
}

function sharesBy(model: Model, columns: readonly number[], sizeIn: (folder: FolderState) => number): Float64Array {
  const shares = new Float64Array(columns.length)
  let sum = 0
  columns.forEach((column, k) => {
    const folder = model.folders[column]
    const size = (folder ? sizeIn(folder) : 0) + 0.5
    shares[k] = size
    sum += size
  })
  for (let k = 0; k < shares.length; k++) shares[k] = (shares[k] ?? 0) / sum
  return shares
}
