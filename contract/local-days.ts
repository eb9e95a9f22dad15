/**
 * Days in a time zone, as `YYYY-MM-DD`. A day can have another length than 24 hours. Uses only `Intl`, because not
 * every browser has `Temporal`.
 */

/** Where the user's time zone is not known. */
export const defaultTimeZone = 'UTC'

const dayMs = 24 * 3_600_000

/** A format for moments in a time zone. Creating one takes a hundred times as long as formatting. */
export function zonedFormat(locale: () => string, style: Intl.DateTimeFormatOptions) {
  let last: { zone: string; format: Intl.DateTimeFormat } | undefined
  return (moment: Date | number, zone: string): string => {
    if (last?.zone !== zone) last = { zone, format: new Intl.DateTimeFormat(locale(), { ...style, timeZone: zone }) }
    return last.format.format(moment)
  }
}

const swedish = zonedFormat(() => 'sv', { dateStyle: 'short', timeStyle: 'medium' })
/** The local time of a moment, as `YYYY-MM-DDTHH:MM:SS`. */
const localTime = (moment: Date | number, timeZone: string): string => swedish(moment, timeZone).replace(' ', 'T')

const offsetAt = (moment: number, timeZone: string): number => Date.parse(`${localTime(moment, timeZone)}Z`) - moment

/** The day of a moment. */
export const localDay = (moment: Date, timeZone: string): string => localTime(moment, timeZone).slice(0, 10)

export const addDays = (day: string, count: number): string =>
  // A date alone is in UTC.
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The day of the week, as in ISO 8601: 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The name of a day of the week. The first of January 2024 is a Monday. */
export const weekdayName = (weekday: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** The first moment of a day, or of a time of it. A time that daylight saving time skips is the first one after it. */
export function startOfDay(day: string, timeZone: string, time = '00:00'): Date {
  const wanted = `${day}T${time}:00`
  const asUtc = Date.parse(`${wanted}Z`)
  // By the offset before and after a change of the clocks; no zone is a day from UTC. A time that comes twice is the
  // former.
  const before = asUtc - offsetAt(asUtc - dayMs, timeZone)
  const after = asUtc - offsetAt(asUtc + dayMs, timeZone)
  const isAfter = localTime(before, timeZone) !== wanted && localTime(after, timeZone) === wanted
  return new Date(isAfter ? after : before)
}

/** The last `count` days, today included, oldest first, each with its first moment. */
export function lastDays(now: Date, timeZone: string, count: number): { day: string; start: Date }[] {
  const today = localDay(now, timeZone)
  return Array.from({ length: count }, (_, at) => {
    const day = addDays(today, at + 1 - count)
    return { day, start: startOfDay(day, timeZone) }
  })
}
