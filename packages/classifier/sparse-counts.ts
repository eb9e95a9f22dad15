/**
 * Sparse matrix of rows × folders: most features occur in a few folders of many. The cells of a row are contiguous; a
 * row that outgrows its room moves to the end of the pool with twice the room.
 */
export interface SparseCounts {
  /** Start and number of cells of each row. */
  starts: Int32Array
  sizes: Int32Array
  columns: Int16Array
  values: Float32Array
  /** Number of allocated cells in the pool. */
  used: number
}

const INITIAL_CELLS = 2048
const INITIAL_CAPACITY = 2

export function createSparseCounts(rows: number): SparseCounts {
  return {
    starts: new Int32Array(rows),
    sizes: new Int32Array(rows),
    columns: new Int16Array(INITIAL_CELLS),
    values: new Float32Array(INITIAL_CELLS),
    used: 0,
  }
}

/** Index of the cell in `values`; -1 where it is zero. */
export function cellAt({ starts, sizes, columns }: SparseCounts, row: number, column: number): number {
  const start = starts[row] ?? 0
  const end = start + (sizes[row] ?? 0)
  for (let at = start; at < end; at++) if (columns[at] === column) return at
  return -1
}

export function addCount(counts: SparseCounts, row: number, column: number, value: number): void {
  const found = cellAt(counts, row, column)
  const at = found < 0 ? append(counts, row, column) : found
  counts.values[at] = (counts.values[at] ?? 0) + value
}

function append(counts: SparseCounts, row: number, column: number): number {
  const size = counts.sizes[row] ?? 0
  // The capacity of a row is the next power of two.
  if (size === 0) counts.starts[row] = allocate(counts, INITIAL_CAPACITY)
  else if (size >= INITIAL_CAPACITY && (size & (size - 1)) === 0) moveRow(counts, row, size)
  const at = (counts.starts[row] ?? 0) + size
  counts.sizes[row] = size + 1
  counts.columns[at] = column
  counts.values[at] = 0
  return at
}

function moveRow(counts: SparseCounts, row: number, size: number): void {
  const from = counts.starts[row] ?? 0
  const to = allocate(counts, 2 * size)
  counts.columns.copyWithin(to, from, from + size)
  counts.values.copyWithin(to, from, from + size)
  counts.starts[row] = to
}

function allocate(counts: SparseCounts, cells: number): number {
  const start = counts.used
  counts.used += cells
  if (counts.used > counts.values.length) {
    const { columns, values } = counts
    const length = Math.max(counts.used, 2 * values.length)
    counts.columns = new Int16Array(length)
    counts.columns.set(columns)
    counts.values = new Float32Array(length)
    counts.values.set(values)
  }
  return start
}

/** Removes a column from a row; cells of `lastColumn` take its number. */
export function removeCount(counts: SparseCounts, row: number, column: number, lastColumn: number): void {
  const { sizes, columns, values } = counts
  const gone = cellAt(counts, row, column)
  if (gone >= 0) {
    const size = (sizes[row] ?? 0) - 1
    const end = (counts.starts[row] ?? 0) + size
    columns[gone] = columns[end] ?? 0
    values[gone] = values[end] ?? 0
    sizes[row] = size
  }
  const moved = cellAt(counts, row, lastColumn)
  if (moved >= 0) columns[moved] = column
}
