import type { Counts } from './counts.ts'
import { createCounts, removeCount } from './counts.ts'

/** Hashed features × folders. A row is made when a feature is first learned; columns are folders. */
const BUCKET_BITS = 16
export const BUCKETS = 1 << BUCKET_BITS
const FIRST_ROWS = 1024
const FIRST_COLUMNS = 8
/** Rows whose weights lie in one array: a table that grows gets one more, and nothing has to be copied. */
const BLOCK_BITS = 8
const BLOCK_ROWS = 1 << BLOCK_BITS

export interface Table {
  /** Bucket → row + 1; 0 where nothing was learned. */
  rowOf: Int32Array
  bucketOf: Int32Array
  rows: number
  /** Mails learned that had the feature, never fading. */
  mails: Float32Array
  /** Mails of the folder that had the feature, in units of the folder's own growing weight (see bayes.ts). */
  counts: Counts
  columns: number
  /** Weights of the softmax: see `weightsOf`. */
  blocks: Float32Array[]
  /** Sum of squared gradients (AdaGrad), one for the row. */
  slopes: Float32Array
  /** Column of the folder that had the feature last, + 1. */
  last: Int16Array
}

export function createTable(): Table {
  return {
    rowOf: new Int32Array(BUCKETS),
    bucketOf: new Int32Array(FIRST_ROWS),
    rows: 0,
    mails: new Float32Array(FIRST_ROWS),
    counts: createCounts(FIRST_ROWS),
    columns: FIRST_COLUMNS,
    blocks: [],
    slopes: new Float32Array(FIRST_ROWS),
    last: new Int16Array(FIRST_ROWS),
  }
}

export function bucketOfKey(key: number): number {
  return key >>> (32 - BUCKET_BITS)
}

/** Row of a key, or -1. */
export function findRow(table: Table, key: number): number {
  return (table.rowOf[bucketOfKey(key)] ?? 0) - 1
}

export function makeRow(table: Table, bucket: number): number {
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

/** The weights of a row stand in this array, from `weightsAt` on, one a column. */
export function blockOf(table: Table, row: number): Float32Array {
  return table.blocks[row >> BLOCK_BITS] ?? NO_WEIGHTS
}

export function weightsAt(table: Table, row: number): number {
  return (row & (BLOCK_ROWS - 1)) * table.columns
}

function grown<T extends Float32Array | Int32Array | Int16Array>(next: T, old: T): T {
  next.set(old)
  return next
}

function growRows(table: Table): void {
  const { counts } = table
  const rows = Math.min(BUCKETS, table.bucketOf.length * 2)
  table.bucketOf = grown(new Int32Array(rows), table.bucketOf)
  table.mails = grown(new Float32Array(rows), table.mails)
  table.last = grown(new Int16Array(rows), table.last)
  table.slopes = grown(new Float32Array(rows), table.slopes)
  counts.starts = grown(new Int32Array(rows), counts.starts)
  counts.sizes = grown(new Int32Array(rows), counts.sizes)
}

export function makeColumns(table: Table, wanted: number): void {
  if (wanted <= table.columns) return
  const columns = Math.max(wanted, Math.ceil(table.columns * 1.5))
  table.blocks = table.blocks.map((block) => spread(block, table.columns, columns))
  table.columns = columns
}

function spread(old: Float32Array, from: number, to: number): Float32Array {
  const next = new Float32Array(BLOCK_ROWS * to)
  for (let row = 0; row < BLOCK_ROWS; row++) next.set(old.subarray(row * from, row * from + from), row * to)
  return next
}

/** Takes a folder's column out; the last column moves into its place. */
export function removeColumn(table: Table, column: number, lastColumn: number): void {
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
