import { addCount, cellAt } from './sparse-counts.ts'
import type { FolderState, Model } from './model-state.ts'

/** Number of later messages of the folder after which a message counts half. */
const HALF_LIFE = 75
/** Larger folders are scaled down to this size: otherwise they win every message with a few of their words. */
const MAX_FOLDER_SIZE = 40
const GROWTH = 2 ** (1 / HALF_LIFE)
/** Above this weight the column is rescaled, to keep the precision of 32-bit floats. */
const MAX_WEIGHT = 1e6
const RECENT_DECAY = 0.96
/** Pseudo-count of a feature that the folder never had. */
const PSEUDO_COUNT = 0.15

/** Effective number of messages of the folder after decay. */
export function effectiveSize(folder: FolderState | undefined): number {
  return folder ? folder.mass / folder.weight : 0
}

function sizeDamping(folder: FolderState): number {
  return Math.min(1, MAX_FOLDER_SIZE / Math.max(1, effectiveSize(folder)))
}

/** Sum of feature weights of the folder after scaling down. */
function dampedBulk(folder: FolderState): number {
  return (sizeDamping(folder) * folder.bulk) / folder.weight
}

/** Counts a message. Decay works by making each new message heavier, so that no old count is touched. */
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
  model.messagesSeen++
  for (const other of folders) other.recent *= RECENT_DECAY
  folder.recent += 1 - RECENT_DECAY
  if (folder.weight > MAX_WEIGHT) rescaleFolder(model, column)
}

/** Resets the weight of the folder's next message to 1 without changing any prediction. */
function rescaleFolder(model: Model, column: number): void {
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

/** Sums over a message's features, by column; 0 for folders without messages. */
interface LogSums {
  /** Number of features that any learned message had. */
  features: number
  /** Σ log(1 + count / PSEUDO_COUNT): how well the folder knows the features. */
  own: Float64Array
  /** Σ log(total / total without this folder): how much worse the other folders are. */
  lost: Float64Array
}

/** Value of a count in each column in units of PSEUDO_COUNT; 0 for folders outside the prediction. */
export function unitsOf({ folders }: Model, columns: readonly number[]): Float64Array {
  const units = new Float64Array(folders.length)
  for (const column of columns) {
    const folder = folders[column]
    if (folder && folder.mails > 0) units[column] = sizeDamping(folder) / (folder.weight * PSEUDO_COUNT)
  }
  return units
}

/** Factors per logarithm: each is below 2 ** 11, and a product must stay below 2 ** 1023. */
const FACTORS = 64

/** @param rows may contain -1 for unknown features */
export function sumLogs({ table }: Model, rows: Int32Array, units: Float64Array): LogSums {
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
    if (tally.features % FACTORS === 0) addLogs(tally, owns, losses)
  }
  addLogs(tally, owns, losses)
  return tally
}

function addLogs({ own, lost }: LogSums, owns: Float64Array, losses: Float64Array): void {
  for (let column = 0; column < own.length; column++) {
    own[column] = (own[column] ?? 0) + Math.log(owns[column] ?? 1)
    lost[column] = (lost[column] ?? 0) + Math.log(losses[column] ?? 1)
  }
  owns.fill(1)
  losses.fill(1)
}

type Score = (column: number, folder: FolderState) => number

/** Writes the score of each folder to out[at…]; folders without messages get the mean. */
function writeScores(model: Model, columns: readonly number[], out: Float64Array, at: number, scoreOf: Score): void {
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
 * Multinomial naive Bayes, Σ log p(feature | folder). A small `room` (mass of unseen features) lets folders with few
 * messages compete; a room as large as the vocabulary trusts large folders only. The stack weighs the two.
 */
export function scoreMultinomial(
  model: Model,
  tally: LogSums,
  columns: readonly number[],
  room: number,
  factor: number,
  out: Float64Array,
  at: number,
): void {
  writeScores(model, columns, out, at, (column, folder) => {
    return factor * ((tally.own[column] ?? 0) + tally.features * Math.log(PSEUDO_COUNT / (dampedBulk(folder) + room)))
  })
}

/** Complement naive Bayes, −Σ log p(feature | any other folder): more stable where folder sizes differ a lot. */
export function scoreComplement(
  model: Model,
  tally: LogSums,
  columns: readonly number[],
  factor: number,
  out: Float64Array,
  at: number,
): void {
  let whole = PSEUDO_COUNT * model.table.rows
  for (const column of columns) {
    const folder = model.folders[column]
    if (folder) whole += dampedBulk(folder)
  }
  writeScores(model, columns, out, at, (column, folder) => {
    const others = Math.max(PSEUDO_COUNT, whole - dampedBulk(folder))
    return factor * ((tally.lost[column] ?? 0) + tally.features * Math.log(others / whole))
  })
}
