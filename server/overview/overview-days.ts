/**
 * The last `count` days in a time zone, today included, oldest first: date as `YYYY-MM-DD`, and start. Days on
 * which daylight saving time begins or ends are shorter or longer; where midnight is skipped, the day starts at the
 * first moment after it.
 */
export function lastDays(now: Date, timeZone: string, count: number): { day: string; start: Date }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  return Array.from({ length: count }, (_, at) => {
    const day = today.subtract({ days: count - 1 - at })
    return { day: day.toString(), start: new Date(day.toZonedDateTime(timeZone).epochMilliseconds) }
  })
}
