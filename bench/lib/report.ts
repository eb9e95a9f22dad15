/** One figure, its floor and what became of it. */
export interface Measurement {
  what: string
  unit: string
  value: number
  /** The same measured with as little as possible in between; null where there is none. */
  floor: number | null
  /** Value by floor; null where there is no floor. */
  ratio: number | null
  /** What must not be exceeded, where there is such a number. */
  budget?: number
  note?: string
}

export const measured = (
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

/** The value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
