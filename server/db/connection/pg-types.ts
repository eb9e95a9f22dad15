import { types } from 'pg'

const oid = { int8: 20, date: 1082, timestamptz: 1184 } as const

/** Milliseconds of the last representable Date; ±infinity of timestamptz map to it, since a Date has no infinity. */
const maxDateMs = 8_640_000_000_000_000

const parseDefaultTimestamp: (text: string) => unknown = types.getTypeParser(oid.timestamptz, 'text')

function parseTimestamp(text: string): Date {
  const parsed = parseDefaultTimestamp(text)
  if (parsed instanceof Date) return parsed
  return new Date(parsed === Number.NEGATIVE_INFINITY ? -maxDateMs : maxDateMs)
}

/** Bigint columns stay far below 2^53; a larger value throws instead of losing precision. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}

/**
 * Parsers of column types: bigint as number, date as 'YYYY-MM-DD' (a Date would shift by the machine's time zone),
 * timestamptz as Date; other types as in the driver.
 */
export const rowTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') => {
    if (id === oid.int8) return parseBigint
    if (id === oid.date) return String
    if (id === oid.timestamptz) return parseTimestamp
    return types.getTypeParser(id, format)
  }) as typeof types.getTypeParser,
}
