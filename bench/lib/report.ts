/** One figure and its floor. */
export interface Measurement {
  what: string
  unit: string
  value: number
  /** The same measured with the least possible work; null where there is none. */
  floor: number | null
  /** Value divided by floor; null where there is no floor. */
  ratio: number | null
  /** The upper bound of the value, where there is one. */
  budget?: number
  note?: string
}

export const measurement = (
  what: string,
  unit: string,
  value: number,
  floor: number | null,
  more: Pick<Measurement, 'budget' | 'note'> = {},
): Measurement => ({
  what,
  unit,
  value: rounded(value),
  floor: floor === null ? null : rounded(floor),
  ratio: floor === null || floor === 0 ? null : Number((value / floor).toFixed(2)),
  ...more,
})

/** The median of several rounds of value and floor; the note begins with the range of both. */
export function measurementOfRounds(
  what: string,
  unit: string,
  values: readonly number[],
  floors: readonly number[] | null,
  note?: string,
  budget?: number,
): Measurement {
  const range = (list: readonly number[]): string => `${rounded(Math.min(...list))} to ${rounded(Math.max(...list))}`
  const ranges = `range ${range(values)}${floors ? `, floor ${range(floors)}` : ''}`
  const median = floors === null ? null : percentile([...floors], 0.5)
  const options = { note: note === undefined ? ranges : `${ranges}; ${note}`, ...(budget !== undefined && { budget }) }
  return measurement(what, unit, percentile([...values], 0.5), median, options)
}

const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toFixed(1)))

export function printTable(results: Record<string, Measurement[]>): void {
  const head = ['', 'what', 'value', 'floor', 'ratio', 'unit', '']
  const rows = Object.entries(results).flatMap(([name, list]) =>
    list.map(({ what, unit, value, floor, ratio, budget, note }, n) => [
      n === 0 ? name : '',
      what,
      String(value),
      floor === null ? '–' : String(floor),
      ratio === null ? '–' : String(ratio),
      unit,
      [budget === undefined ? '' : `budget ${budget}`, note ?? ''].filter((part) => part !== '').join('; '),
    ]),
  )
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  for (const row of [head, ...rows])
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}

/** The value at this quantile (0 to 1). */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
