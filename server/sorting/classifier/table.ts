/** Hashed features × folders. A row is made when a feature is first learned; columns are folders. */
export const BUCKET_BITS = 16
const BUCKETS = 1 << BUCKET_BITS
const FIRST_ROWS = 1024
const FIRST_COLUMNS = 8

export interface Table {
  /** Bucket → row + 1; 0 where nothing was learned. */
  rowOf: Int32Array
  bucketOf: Int32Array
  rows: number
  /** Mails learned that had the feature, never fading. */
  mails: Float32Array
  columns: number
  /** Mails of the folder that had the feature, in units of the folder's own growing weight (see bayes.ts). */
  counts: Float32Array
  weights: Float32Array
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
    columns: FIRST_COLUMNS,
    counts: new Float32Array(FIRST_ROWS * FIRST_COLUMNS),
    weights: new Float32Array(FIRST_ROWS * FIRST_COLUMNS),
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
  table.rowOf[bucket] = row + 1
  table.bucketOf[row] = bucket
  return row
}

function grown<T extends Float32Array | Int32Array | Int16Array>(next: T, old: T): T {
  next.set(old)
  return next
}

function growRows(table: Table): void {
  const rows = Math.min(BUCKETS, table.bucketOf.length * 2)
  table.bucketOf = grown(new Int32Array(rows), table.bucketOf)
  table.mails = grown(new Float32Array(rows), table.mails)
  table.last = grown(new Int16Array(rows), table.last)
  table.slopes = grown(new Float32Array(rows), table.slopes)
  table.counts = grown(new Float32Array(rows * table.columns), table.counts)
  table.weights = grown(new Float32Array(rows * table.columns), table.weights)
}

export function makeColumns(table: Table, wanted: number): void {
  if (wanted <= table.columns) return
  const columns = Math.max(wanted, Math.ceil(table.columns * 1.5))
  table.counts = spread(table.counts, table.columns, columns, table.rows)
  table.weights = spread(table.weights, table.columns, columns, table.rows)
  const capacity = table.bucketOf.length * columns
  if (table.counts.length < capacity) {
    table.counts = grown(new Float32Array(capacity), table.counts)
    table.weights = grown(new Float32Array(capacity), table.weights)
  }
  table.columns = columns
}

function spread(old: Float32Array, from: number, to: number, rows: number): Float32Array {
  const next = new Float32Array(rows * to)
  for (let row = 0; row < rows; row++) next.set(old.subarray(row * from, row * from + from), row * to)
  return next
}

/** Takes a folder's column out; the last column moves into its place. */
export function removeColumn(table: Table, column: number, lastColumn: number): void {
  for (let row = 0; row < table.rows; row++) {
    const base = row * table.columns
    for (const cells of [table.counts, table.weights]) {
      cells[base + column] = cells[base + lastColumn] ?? 0
      cells[base + lastColumn] = 0
    }
    if (table.last[row] === column + 1) table.last[row] = 0
    else if (table.last[row] === lastColumn + 1) table.last[row] = column + 1
  }
}
