import { addCount, cellAt } from './counts.ts'
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
export function learnCounts(model: Model, rows: Int32Array, column: number): void {
  const { table, folders } = model
  const folder = folders[column]
  if (!folder) return
  for (const row of rows) {
    addCount(table.counts, row, column, folder.weight)
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
  const { counts, rows } = model.table
  for (let row = 0; row < rows; row++) {
    const cell = cellAt(counts, row, column)
    if (cell >= 0) counts.values[cell] = (counts.values[cell] ?? 0) / folder.weight
  }
  folder.mass /= folder.weight
  folder.bulk /= folder.weight
  folder.weight = 1
}

/** What naive Bayes needs to know of a mail's features, by column; folders without mail stay at 0. */
export interface Tally {
  /** Of the features given those that any mail had. */
  features: number
  /** Σ log(1 + count / ABSENT): how well the folder knows the features. */
  own: Float64Array
  /** Σ log(total / total without this folder): how badly the others would do. */
  lost: Float64Array
}

/** For each column what a count in it is worth, in units of ABSENT; 0 for folders that are not asked. */
export function unitsOf({ folders }: Model, columns: readonly number[]): Float64Array {
  const units = new Float64Array(folders.length)
  for (const column of columns) {
    const folder = folders[column]
    if (folder && folder.mails > 0) units[column] = loudness(folder) / (folder.weight * ABSENT)
  }
  return units
}

/** Logarithms are taken of products of so many factors: each is below 2 ** 11, and a product must stay below 2 ** 1023. */
const FACTORS = 64

/** `rows` may hold -1 for features that have none. */
export function tallyOf({ table }: Model, rows: Int32Array, units: Float64Array): Tally {
  const { starts, sizes, columns, values } = table.counts
  const n = units.length
  const tally = { features: 0, own: new Float64Array(n), lost: new Float64Array(n) }
  const owns = new Float64Array(n).fill(1)
  const losses = new Float64Array(n).fill(1)
  const had = new Float64Array(n)
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? -1
    if (row < 0 || table.mails[row] === 0) continue
    tally.features++
    const start = starts[row] ?? 0
    const size = sizes[row] ?? 0
    let total = 1
    for (let j = 0; j < size; j++) {
      const count = (values[start + j] ?? 0) * (units[columns[start + j] ?? 0] ?? 0)
      had[j] = count
      total += count
    }
    for (let j = 0; j < size; j++) {
      const column = columns[start + j] ?? 0
      const count = had[j] ?? 0
      owns[column] = (owns[column] ?? 1) * (1 + count)
      losses[column] = ((losses[column] ?? 1) * total) / Math.max(1, total - count)
    }
    if (tally.features % FACTORS === 0) takeLogs(tally, owns, losses)
  }
  takeLogs(tally, owns, losses)
  return tally
}

function takeLogs({ own, lost }: Tally, owns: Float64Array, losses: Float64Array): void {
  for (let column = 0; column < own.length; column++) {
    own[column] = (own[column] ?? 0) + Math.log(owns[column] ?? 1)
    lost[column] = (lost[column] ?? 0) + Math.log(losses[column] ?? 1)
  }
  owns.fill(1)
  losses.fill(1)
}

type Score = (column: number, folder: FolderState) => number

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
    const value = scoreOf(columns[k] ?? -1, folder)
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
  fill(model, columns, out, at, (column, folder) => {
    return factor * ((tally.own[column] ?? 0) + tally.features * Math.log(ABSENT / (heardBulk(folder) + room)))
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
  fill(model, columns, out, at, (column, folder) => {
    const others = Math.max(ABSENT, whole - heardBulk(folder))
    return factor * ((tally.lost[column] ?? 0) + tally.features * Math.log(others / whole))
  })
}
