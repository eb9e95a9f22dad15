import type { Clock } from '../clock.ts'

/** By how much the monotonic clocks of two machines may drift apart, as a share of the time. */
const monotonicClockDrift = 1e-4

/**
 * The time of the database, which all nodes share. A jump of this machine's clock has no effect: between two readings
 * the time advances with the monotonic clock of the process.
 */
interface DatabaseClock extends Clock {
  /** @param sentAt `performance.now()` before `time`, in milliseconds, was read from the database */
  adjust(time: number, sentAt: number): void
}

export function createDatabaseClock(): DatabaseClock {
  /** Time at which this process started; how wrong it may be, and since when (`performance.now()`). */
  let reading: { origin: number; errorMs: number; at: number } | null = null
  return {
    now() {
      if (reading === null) throw new Error('The time of the database has not been read')
      return new Date(reading.origin + performance.now())
    },
    adjust(time, sentAt) {
      const at = performance.now()
      const origin = time - (sentAt + at) / 2
      const errorMs = (at - sentAt) / 2
      if (reading !== null) {
        const knownErrorMs = reading.errorMs + (at - reading.at) * monotonicClockDrift
        const isJump = Math.abs(origin - reading.origin) > errorMs + knownErrorMs
        // A less exact reading that agrees tells nothing new.
        if (errorMs >= knownErrorMs && !isJump) return
      }
      reading = { origin, errorMs, at }
    },
  }
}
