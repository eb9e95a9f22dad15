import type { SparseCounts } from './sparse-counts.ts'
import { createSparseCounts, removeCount } from './sparse-counts.ts'

/** Hashed features × folders. A row is created when a feature is first learned; columns are folders. */
const BUCKET_BITS = 16
export const BUCKETS = 1 << BUCKET_BITS
const INITIAL_ROWS = 1024
const INITIAL_COLUMNS = 8
/** Rows per array of weights: a growing table adds an array and copies nothing. */
const BLOCK_BITS = 8
const BLOCK_ROWS = 1 << BLOCK_BITS

export interface FeatureTable {
  /** Bucket → row + 1; 0 where nothing has been learned. */
  rowOf: Int32Array
  bucketOf: Int32Array
  rows: number
  /** Number of learned messages with the feature, without decay. */
  mails: Float32Array
  /** Messages of each folder with the feature, in units of the folder's growing weight (see naive-bayes.ts). */
  counts: SparseCounts
  columns: number
  /** Softmax weights; see `blockOf`. */
  blocks: Float32Array[]
  /** Sum of squared gradients of the row (AdaGrad). */
  slopes: Float32Array
  /** Column of the last folder with the feature, + 1. */
  last: Int16Array
}

export function createFeatureTable(): FeatureTable {
  return {
    rowOf: new Int32Array(BUCKETS),
    bucketOf: new Int32Array(INITIAL_ROWS),
    rows: 0,
    mails: new Float32Array(INITIAL_ROWS),
    counts: createSparseCounts(INITIAL_ROWS),
    columns: INITIAL_COLUMNS,
    blocks: [],
    slopes: new Float32Array(INITIAL_ROWS),
    last: new Int16Array(INITIAL_ROWS),
  }
}

export function bucketOfKey(key: number): number {
  return key >>> (32 - BUCKET_BITS)
}

/** Row of a key, or -1. */
export function findRow(table: FeatureTable, key: number): number {
  return (table.rowOf[bucketOfKey(key)] ?? 0) - 1
}

export function ensureRow(table: FeatureTable, bucket: number): number {
  const found = (table.rowOf[bucket] ?? 0) - 1
  if (found >= 0) return found
  if (table.rows === table.bucketOf.length) growRows(table)
  const row = table.rows++
  if (row >> BLOCK_BITS === table.blocks.length) table.blocks.push(new Float32Array(BLOCK_ROWS * table.columns))
  table.rowOf[bucket] = row + 1
  table.bucketOf[row] = bucket
  return row
}

const NO_WEIGHTS = new Float32Array(0)

/** The array with the weights of a row: one per column, from `weightsAt` on. */
export function blockOf(table: FeatureTable, row: number): Float32Array {
  return table.blocks[row >> BLOCK_BITS] ?? NO_WEIGHTS
}

export function weightsAt(table: FeatureTable, row: number): number {
  return (row & (BLOCK_ROWS - 1)) * table.columns
}

function copyInto<T extends Float32Array | Int32Array | Int16Array>(next: T, old: T): T {
  next.set(old)
  return next
}

function growRows(table: FeatureTable): void {
  const { counts } = table
  const rows = Math.min(BUCKETS, table.bucketOf.length * 2)
  table.bucketOf = copyInto(new Int32Array(rows), table.bucketOf)
  table.mails = copyInto(new Float32Array(rows), table.mails)
  table.last = copyInto(new Int16Array(rows), table.last)
  table.slopes = copyInto(new Float32Array(rows), table.slopes)
  counts.starts = copyInto(new Int32Array(rows), counts.starts)
  counts.sizes = copyInto(new Int32Array(rows), counts.sizes)
}

export function ensureColumns(table: FeatureTable, wanted: number): void {
  if (wanted <= table.columns) return
  const columns = Math.max(wanted, Math.ceil(table.columns * 1.5))
  table.blocks = table.blocks.map((block) => widen(block, table.columns, columns))
  table.columns = columns
}

function widen(old: Float32Array, from: number, to: number): Float32Array {
  const next = new Float32Array(BLOCK_ROWS * to)
  for (let row = 0; row < BLOCK_ROWS; row++) next.set(old.subarray(row * from, row * from + from), row * to)
  return next
}

/** Removes a folder's column; the last column takes its place. */
export function removeColumn(table: FeatureTable, column: number, lastColumn: number): void {
  for (let row = 0; row < table.rows; row++) {
    const weights = blockOf(table, row)
    const base = weightsAt(table, row)
    weights[base + column] = weights[base + lastColumn] ?? 0
    weights[base + lastColumn] = 0
    removeCount(table.counts, row, column, lastColumn)
    if (table.last[row] === column + 1) table.last[row] = 0
    else if (table.last[row] === lastColumn + 1) table.last[row] = column + 1
  }
}
