/**
 * Row × folder → a number, kept only where it is not zero: most features were met in a few folders of many. The cells of a row lie side by side;
 * a row that outgrows its place moves to the end of the pool into twice the room.
 */
export interface Counts {
  /** By row: where its cells begin, and how many there are. */
  starts: Int32Array
  sizes: Int32Array
  columns: Int16Array
  values: Float32Array
  /** Cells of the pool that were given out. */
  used: number
}

const FIRST_CELLS = 2048
const FIRST_ROOM = 2

export function createCounts(rows: number): Counts {
  return {
    starts: new Int32Array(rows),
    sizes: new Int32Array(rows),
    columns: new Int16Array(FIRST_CELLS),
    values: new Float32Array(FIRST_CELLS),
    used: 0,
  }
}

/** Where the cell lies in `values`; -1 where it is zero. */
export function cellAt({ starts, sizes, columns }: Counts, row: number, column: number): number {
  const start = starts[row] ?? 0
  const end = start + (sizes[row] ?? 0)
  for (let at = start; at < end; at++) if (columns[at] === column) return at
  return -1
}

export function addCount(counts: Counts, row: number, column: number, value: number): void {
  const found = cellAt(counts, row, column)
  const at = found < 0 ? append(counts, row, column) : found
  counts.values[at] = (counts.values[at] ?? 0) + value
}

function append(counts: Counts, row: number, column: number): number {
  const size = counts.sizes[row] ?? 0
  // A row has room for the next power of two.
  if (size === 0) counts.starts[row] = take(counts, FIRST_ROOM)
  else if (size >= FIRST_ROOM && (size & (size - 1)) === 0) moveRow(counts, row, size)
  const at = (counts.starts[row] ?? 0) + size
  counts.sizes[row] = size + 1
  counts.columns[at] = column
  counts.values[at] = 0
  return at
}

function moveRow(counts: Counts, row: number, size: number): void {
  const from = counts.starts[row] ?? 0
  const to = take(counts, 2 * size)
  counts.columns.copyWithin(to, from, from + size)
  counts.values.copyWithin(to, from, from + size)
  counts.starts[row] = to
}

function take(counts: Counts, cells: number): number {
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

/** Takes a column out of a row; what stood in `lastColumn` is from now on that column's. */
export function removeCount(counts: Counts, row: number, column: number, lastColumn: number): void {
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
