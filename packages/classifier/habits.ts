import { sizeOf } from './bayes.ts'
import type { Placed } from './inputs.ts'
import { WORDS_LENGTH } from './inputs.ts'
import type { FolderState, Model } from './state.ts'

/** How often each folder got mail with this very trait (a sender, a list, a thread …), newer mail counting more. */
export function visits(model: Model, row: number, columns: readonly number[]): Float64Array {
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

/** The smoothed share of each folder among these visits, against its usual share; written to out[at…]. */
export function habit(had: Float64Array, shares: Float64Array, smoothing: number, out: Float64Array, at: number): void {
  let sum = smoothing
  for (const count of had) sum += count
  for (let k = 0; k < had.length; k++) {
    const share = shares[k] ?? 1
    out[at + k] = Math.log(((had[k] ?? 0) + smoothing * share) / (sum * share))
  }
}

const LATEST_SMOOTHING = 0.1

/** Where each word of the mail went last: the word's weight is a vote for that folder. What people write about changes from week to week. */
export function latest(
  model: Model,
  { rows, values, words }: Placed,
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
  habit(
    had,
    sharesBy(model, columns, (folder) => folder.mails),
    LATEST_SMOOTHING,
    out,
    at,
  )
}

/** Usual share of each folder, with something left for those that have no mail yet. */
export function usualShares(model: Model, columns: readonly number[]): Float64Array {
  return sharesBy(model, columns, sizeOf)
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
