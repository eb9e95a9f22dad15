import type { DigestSchedule } from '../../contract/functions/email-digest.ts'
import { addDays, localDay, startOfDay, weekdayOf } from '../../contract/local-days.ts'
import { addMs } from '../clock.ts'

/** The due times of the days from the one of `from` on (step 1) or back (step -1). Never ends: a schedule has a day. */
function* dueTimes({ hour, days }: DigestSchedule, from: Date, timeZone: string, step: 1 | -1): Generator<Date, never> {
  const time = `${String(hour).padStart(2, '0')}:00`
  for (let day = localDay(from, timeZone); ; day = addDays(day, step))
    if (days.includes(weekdayOf(day))) yield startOfDay(day, timeZone, time)
}

/** The first due time after `now`. An hour that daylight saving time skips is the first moment after it. */
export function nextDueAt(schedule: DigestSchedule, now: Date, timeZone: string): Date {
  for (const dueAt of dueTimes(schedule, now, timeZone, 1)) if (dueAt > now) return dueAt
  return now
}

/** The last due time until `now`, which may be `now` itself. */
function lastDueAt(schedule: DigestSchedule, now: Date, timeZone: string): Date {
  for (const dueAt of dueTimes(schedule, now, timeZone, -1)) if (dueAt <= now) return dueAt
  return now
}

export interface DigestPeriod {
  from: Date
  /** Excluded. */
  until: Date
}

/**
 * What a digest covers: from one due time to the next. One that no worker sent in time also covers the periods that
 * have ended since.
 * @param due when it was due, and the end of the last digest's period, which it continues
 * @returns null where another time zone or hour was chosen and no period has ended since
 */
export function digestPeriod(
  schedule: DigestSchedule,
  { dueAt, coveredUntil }: { dueAt: Date; coveredUntil: Date | null },
  now: Date,
  timeZone: string,
): DigestPeriod | null {
  const from = coveredUntil ?? lastDueAt(schedule, addMs(dueAt, -1), timeZone)
  const until = lastDueAt(schedule, now, timeZone)
  return from < until ? { from, until } : null
}
