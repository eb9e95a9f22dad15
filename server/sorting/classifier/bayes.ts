import { fastLog } from './fast-log.ts'
import type { FolderState, Model } from './state.ts'

/** Half of a mail's weight is gone after this many later mails of its folder. */
const HALF_LIFE = 300
const GROWTH = 2 ** (1 / HALF_LIFE)
/** Beyond this weight the column is scaled back, so that 32-bit floats keep their precision. */
const HEAVIEST = 1e6
const RECENT_FADE = 0.96
/** Pseudo-count of a feature that the folder never had. */
const ABSENT = 0.1

/** Mails of the folder that still count. */
export function sizeOf(folder: FolderState | undefined): number {
  return folder ? folder.mass / folder.weight : 0
}

/** Older mails fade by making each new one heavier: nothing old has to be touched. */
export function learnCounts(model: Model, rows: readonly number[], column: number): void {
  const { table, folders } = model
  const folder = folders[column]
  if (!folder) return
  for (const row of rows) {
    const cell = row * table.columns + column
    table.counts[cell] = (table.counts[cell] ?? 0) + folder.weight
    table.last[row] = column + 1
  }
  folder.mass += folder.weight
  folder.bulk += folder.weight * rows.length
  folder.mails++
  folder.weight *= GROWTH
  model.mails++
  for (const other of folders) other.recent *= RECENT_FADE
  folder.recent += 1 - RECENT_FADE
  if (folder.weight > HEAVIEST) scaleBack(model, column)
}

/** Brings the weight of the folder's next mail back to 1; changes no answer. */
export function scaleBack(model: Model, column: number): void {
  const folder = model.folders[column]
  if (!folder) return
  const { counts, rows, columns } = model.table
  for (let row = 0; row < rows; row++) {
    const cell = row * columns + column
    counts[cell] = (counts[cell] ?? 0) / folder.weight
  }
  folder.mass /= folder.weight
  folder.bulk /= folder.weight
  folder.weight = 1
}

/** Σ log(1 + count / ABSENT) for each folder: the part of naive Bayes that depends on which features met. */
export function familiarity(model: Model, rows: readonly number[], columns: readonly number[]): Float64Array {
  const { folders } = model
  const { counts, columns: width } = model.table
  const n = columns.length
  const out = new Float64Array(n)
  const scale = Float64Array.from(columns, (column) => 1 / ((folders[column]?.weight ?? 1) * ABSENT))
  for (const row of rows) {
    const base = row * width
    for (let k = 0; k < n; k++) {
      const had = counts[base + (columns[k] ?? 0)] ?? 0
      if (had > 0) out[k] = (out[k] ?? 0) + fastLog(1 + had * (scale[k] ?? 0))
    }
  }
  return out
}

/**
 * Naive Bayes, Σ log p(feature | folder), written to out[at…]. `room` is the mass left for what the folder never had: small, and folders with
 * little mail speak up early; as large as the vocabulary, and only folders with much mail are believed. Folders without mail get the mean.
 */
export function likelihood(
  model: Model,
  familiar: Float64Array,
  features: number,
  columns: readonly number[],
  room: number,
  factor: number,
  out: Float64Array,
  at: number,
): void {
  let sum = 0
  let known = 0
  for (let k = 0; k < columns.length; k++) {
    const folder = model.folders[columns[k] ?? -1]
    if (!folder || folder.mails === 0) continue
    const value = factor * ((familiar[k] ?? 0) + features * Math.log(ABSENT / (folder.bulk / folder.weight + room)))
    out[at + k] = value
    sum += value
    known++
  }
  for (let k = 0; k < columns.length; k++) {
    if (!model.folders[columns[k] ?? -1]?.mails) out[at + k] = known === 0 ? 0 : sum / known
  }
}
