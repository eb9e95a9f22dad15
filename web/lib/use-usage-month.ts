import { useSyncExternalStore } from 'react'
import { usageMonth } from '../../contract/limits.ts'
import { now } from './clock.ts'

/** A page that slept learns of the new month when somebody looks at it, one that is looked at within so many milliseconds. */
const lookEveryMs = 15_000

/** The month that mail counts for, as `YYYY-MM-DD`; follows the turn of the month, at midnight by UTC. */
export const useUsageMonth = (): string => useSyncExternalStore(subscribe, () => usageMonth(now()))

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
