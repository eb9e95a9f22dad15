import { types } from 'pg'

const oid = { int8: 20, date: 1082, timestamptz: 1184 } as const

/** A Date holds what timestamptz may hold but for ±infinity ("never", "long ago"): those become the first and the last moment a Date has. */
const furthest = 8_640_000_000_000_000

const parseDefaultTimestamp: (text: string) => unknown = types.getTypeParser(oid.timestamptz, 'text')

export function parseTimestamp(text: string): Date {
  const parsed = parseDefaultTimestamp(text)
  if (parsed instanceof Date) return parsed
  return new Date(parsed === Number.NEGATIVE_INFINITY ? -furthest : furthest)
}

/** Counters and keys of ours stay far below 2^53; should one ever not, an error is better than a wrong number. */
export function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}

/**
 * What a row's values become: bigint a number, date a 'YYYY-MM-DD' string (a Date would shift it by the machine's time zone),
 * timestamptz a Date, the rest as the driver has it.
 */
export const rowTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') => {
    if (id === oid.int8) return parseBigint
    if (id === oid.date) return String
    if (id === oid.timestamptz) return parseTimestamp
    return types.getTypeParser(id, format)
  }) as typeof types.getTypeParser,
}
