import type { DigestFrequency } from '../../contract/functions/email-digest.ts'
import { digestTime } from '../../contract/limits.ts'
import { addDays, localDay, startOfDay } from '../../contract/local-days.ts'

const length: Record<DigestFrequency, number> = { daily: 1, weekly: 7 }

/** The day, in the user's time zone, of the last due time until `now`, which may be `now` itself. */
function lastDueDay(frequency: DigestFrequency, now: Date, timeZone: string): string {
  const today = localDay(now, timeZone)
  const day = frequency === 'daily' ? today : mondayOf(today)
  return startOfDay(day, timeZone, digestTime) <= now ? day : addDays(day, -length[frequency])
}

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The first due time after `now`. */
export const nextDueAt = (frequency: DigestFrequency, now: Date, timeZone: string): Date =>
  startOfDay(addDays(lastDueDay(frequency, now, timeZone), length[frequency]), timeZone, digestTime)

export interface DigestPeriod {
  from: Date
  /** Excluded. */
  until: Date
}

/**
 * The whole days or weeks (Monday to Sunday) that a digest covers. One that no worker sent in time also covers the
 * periods that have ended since.
 * @param due when it was due, and the end of the last digest's period, which it continues
 * @returns null where the time zone was changed and no day has ended since
 */
export function digestPeriod(
  frequency: DigestFrequency,
  { dueAt, coveredUntil }: { dueAt: Date; coveredUntil: Date | null },
  now: Date,
  timeZone: string,
): DigestPeriod | null {
  const firstDay = addDays(lastDueDay(frequency, dueAt, timeZone), -length[frequency])
  const from = coveredUntil ?? startOfDay(firstDay, timeZone)
  const until = startOfDay(lastDueDay(frequency, now, timeZone), timeZone)
  return from < until ? { from, until } : null
}
