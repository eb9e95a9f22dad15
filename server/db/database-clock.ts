import type { Clock } from '../clock.ts'
import { databaseClockToleranceMs } from '../limits.ts'

/**
 * The time of the database, which all nodes share. A jump of this machine's clock has no effect: between two readings
 * the time advances with the monotonic clock of the process.
 */
interface DatabaseClock extends Clock {
  /** @param sentAt `performance.now()` before `time`, in milliseconds, was read from the database */
  adjust(time: number, sentAt: number): void
}

export function createDatabaseClock(): DatabaseClock {
  /** Time at which this process started. */
  let origin: number | null = null
  return {
    now() {
      if (origin === null) throw new Error('The time of the database has not been read')
      return new Date(origin + performance.now())
    },
    adjust(time, sentAt) {
      const receivedAt = performance.now()
      const estimate = time - (sentAt + receivedAt) / 2
      const error = (receivedAt - sentAt) / 2
      // Small differences are measuring errors; following them would let the time go back.
      if (origin === null || Math.abs(estimate - origin) > databaseClockToleranceMs + error) origin = estimate
    },
  }
}
