import { fastLog } from './fast-log.ts'
import type { FolderState, Model } from './state.ts'

/** Half of a mail's weight is gone after this many later mails of its folder. */
const HALF_LIFE = 75
/** A folder of more mails is heard as one of so many: otherwise large folders win whatever has a few of their words. */
const LOUDEST = 40
const GROWTH = 2 ** (1 / HALF_LIFE)
/** Beyond this weight the column is scaled back, so that 32-bit floats keep their precision. */
const HEAVIEST = 1e6
const RECENT_FADE = 0.96
/** Pseudo-count of a feature that the folder never had. */
const ABSENT = 0.15

/** Mails of the folder that still count. */
export function sizeOf(folder: FolderState | undefined): number {
  return folder ? folder.mass / folder.weight : 0
}

function loudness(folder: FolderState): number {
  return Math.min(1, LOUDEST / Math.max(1, sizeOf(folder)))
}

/** The weights of the features of its mails, as loud as the folder is heard. */
function heardBulk(folder: FolderState): number {
  return (loudness(folder) * folder.bulk) / folder.weight
}

/** Older mails fade by making each new one heavier: nothing old has to be touched. */
export function learnCounts(model: Model, rows: readonly number[], column: number): void {
  const { table, folders } = model
  const folder = folders[column]
  if (!folder) return
  for (const row of rows) {
    const cell = row * table.columns + column
    table.counts[cell] = (table.counts[cell] ?? 0) + folder.weight
    table.mails[row] = (table.mails[row] ?? 0) + 1
    table.last[row] = column + 1
  }
  folder.mass += folder.weight
  folder.bulk += folder.weight * rows.length
  folder.mails++
  folder.weight *= GROWTH
  model.mails++
  model.heard++
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

/** What naive Bayes needs to know of a mail's features, for each folder; folders without mail stay at 0. */
export interface Tally {
  /** Of the features given those that any mail had. */
  features: number
  /** Σ log(1 + count / ABSENT): how well the folder knows the features. */
  own: Float64Array
  /** Σ log(total / total without this folder): how badly the others would do. */
  lost: Float64Array
}

export function tallyOf(model: Model, rows: readonly number[], columns: readonly number[]): Tally {
  const { folders, table } = model
  const { counts, columns: width } = table
  const n = columns.length
  const tally = { features: 0, own: new Float64Array(n), lost: new Float64Array(n) }
  const { own, lost } = tally
  const at = columns.map((_, k) => k).filter((k) => (folders[columns[k] ?? -1]?.mails ?? 0) > 0)
  const column = new Int32Array(at.length)
  const unit = new Float64Array(at.length)
  at.forEach((k, i) => {
    column[i] = columns[k] ?? 0
    const folder = folders[columns[k] ?? -1]
    unit[i] = folder ? loudness(folder) / (folder.weight * ABSENT) : 0
  })
  // Most features were had by few folders: only these cost a logarithm.
  const having = new Int32Array(n)
  const had = new Float64Array(n)
  for (const row of rows) {
    if (table.mails[row] === 0) continue
    tally.features++
    const base = row * width
    let total = 1
    let hits = 0
    for (let i = 0; i < column.length; i++) {
      const raw = counts[base + (column[i] ?? 0)] ?? 0
      if (raw === 0) continue
      const count = raw * (unit[i] ?? 0)
      having[hits] = i
      had[hits++] = count
      total += count
    }
    if (hits === 0) continue
    const whole = fastLog(total)
    for (let i = 0; i < hits; i++) {
      const k = at[having[i] ?? 0] ?? 0
      const count = had[i] ?? 0
      own[k] = (own[k] ?? 0) + fastLog(1 + count)
      lost[k] = (lost[k] ?? 0) + whole - fastLog(Math.max(1, total - count))
    }
  }
  return tally
}

type Score = (k: number, folder: FolderState) => number

/** Writes each folder's score to out[at…]; folders without mail, of which nothing can be said, get the mean. */
function fill(model: Model, columns: readonly number[], out: Float64Array, at: number, scoreOf: Score): void {
  let sum = 0
  const silent: number[] = []
  for (let k = 0; k < columns.length; k++) {
    const folder = model.folders[columns[k] ?? -1]
    if (!folder || folder.mails === 0) {
      silent.push(k)
      continue
    }
    const value = scoreOf(k, folder)
    out[at + k] = value
    sum += value
  }
  const known = columns.length - silent.length
  for (const k of silent) out[at + k] = known === 0 ? 0 : sum / known
}

/**
 * Σ log p(feature | folder). `room` is the mass left for what the folder never had: small, and folders with little mail speak up early; as
 * large as the vocabulary, and only folders with much mail are believed. The stack weighs one against the other.
 */
export function likelihood(
  model: Model,
  tally: Tally,
  columns: readonly number[],
  room: number,
  factor: number,
  out: Float64Array,
  at: number,
): void {
  fill(model, columns, out, at, (k, folder) => {
    return factor * ((tally.own[k] ?? 0) + tally.features * Math.log(ABSENT / (heardBulk(folder) + room)))
  })
}

/** Complement naive Bayes, −Σ log p(feature | any other folder): steadier than the above where folders differ much in size. */
export function contrast(
  model: Model,
  tally: Tally,
  columns: readonly number[],
  factor: number,
  out: Float64Array,
  at: number,
): void {
  let whole = ABSENT * model.table.rows
  for (const column of columns) {
    const folder = model.folders[column]
    if (folder) whole += heardBulk(folder)
  }
  fill(model, columns, out, at, (k, folder) => {
    const others = Math.max(ABSENT, whole - heardBulk(folder))
    return factor * ((tally.lost[k] ?? 0) + tally.features * Math.log(others / whole))
  })
}
