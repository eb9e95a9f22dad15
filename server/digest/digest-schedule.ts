import type { DigestFrequency } from '../../contract/functions/email-digest.ts'
import { digestHour } from '../../contract/limits.ts'
import { days, hours, later } from '../clock.ts'

/** Days are those of UTC, which has no daylight saving time: each has 24 hours. */
const length: Record<DigestFrequency, number> = { daily: days(1), weekly: days(7) }
/** A due time of each schedule, after 1970-01-01 (a Thursday): weekly digests are due on Mondays. */
const firstDue: Record<DigestFrequency, number> = { daily: hours(digestHour), weekly: days(4) + hours(digestHour) }

/** The last due time until `now`, which may be `now` itself. */
function lastDueAt(frequency: DigestFrequency, now: Date): Date {
  const first = firstDue[frequency]
  const periods = Math.floor((now.getTime() - first) / length[frequency])
  return new Date(first + periods * length[frequency])
}

/** The first due time after `now`. */
export const nextDueAt = (frequency: DigestFrequency, now: Date): Date =>
  later(lastDueAt(frequency, now), length[frequency])

export interface DigestPeriod {
  from: Date
  /** Excluded. */
  until: Date
}

/**
 * The whole days or weeks (Monday to Sunday) that a digest covers. One that no worker sent in time also covers the
 * periods that have ended since.
 * @param dueAt a due time of this schedule, not after `now`
 */
export const digestPeriod = (frequency: DigestFrequency, dueAt: Date, now: Date): DigestPeriod => ({
  from: later(dueAt, -hours(digestHour) - length[frequency]),
  until: later(lastDueAt(frequency, now), -hours(digestHour)),
})
