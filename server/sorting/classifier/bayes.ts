import { fastLog } from './fast-log.ts'
import type { FolderState, Model } from './state.ts'

/** Half of a mail's weight is gone after this many later mails of its folder. */
const HALF_LIFE = 300
const GROWTH = 2 ** (1 / HALF_LIFE)
/** Beyond this weight the column is scaled back, so that 32-bit floats keep their precision. */
const HEAVIEST = 1e6
const PRIOR = 0.5
const RECENT_FADE = 0.96

/** Mails of the folder that still count. */
export function sizeOf(folder: FolderState | undefined): number {
  return folder ? folder.mass / folder.weight : 0
}

export function learnCounts(model: Model, rows: readonly number[], column: number): void {
  const { table, folders } = model
  const folder = folders[column]
  if (!folder) return
  for (const row of rows) {
    const cell = row * table.columns + column
    table.counts[cell] = (table.counts[cell] ?? 0) + folder.weight
    table.seen[row] = (table.seen[row] ?? 0) + 1
    table.last[row] = column + 1
  }
  folder.mass += folder.weight
  folder.mails++
  folder.weight *= GROWTH
  model.mails++
  for (const other of folders) other.recent *= RECENT_FADE
  folder.recent += 1 - RECENT_FADE
  if (folder.weight > HEAVIEST) scaleBack(model, column, folder)
}

function scaleBack(model: Model, column: number, folder: FolderState): void {
  const { counts, rows, columns } = model.table
  for (let row = 0; row < rows; row++) {
    const cell = row * columns + column
    counts[cell] = (counts[cell] ?? 0) / folder.weight
  }
  folder.mass /= folder.weight
  folder.weight = 1
}

/** How much more often than expected the folder's mails had these features: Σ log((had + a) / (expected + a)). */
export function surprise(model: Model, rows: readonly number[], columns: readonly number[], out: Float64Array, at: number): void {
  const { table, folders } = model
  const total = model.mails + 1
  const n = columns.length
  const sizes = new Float64Array(n)
  const scale = new Float64Array(n)
  for (let k = 0; k < n; k++) {
    const folder = folders[columns[k] ?? -1]
    sizes[k] = sizeOf(folder) / total
    scale[k] = folder ? 1 / folder.weight : 0
    out[at + k] = 0
  }
  const { counts, seen } = table
  for (const row of rows) {
    const base = row * table.columns
    const common = (seen[row] ?? 0) + PRIOR
    for (let k = 0; k < n; k++) {
      const column = columns[k] ?? -1
      const had = column < 0 ? 0 : (counts[base + column] ?? 0) * (scale[k] ?? 0)
      out[at + k] = (out[at + k] ?? 0) + fastLog((had + PRIOR) / ((sizes[k] ?? 0) * common + PRIOR))
    }
  }
}
