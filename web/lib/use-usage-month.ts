import { useSyncExternalStore } from 'react'
import { usageMonth } from '../../contract/limits.ts'
import { now } from './clock.ts'

/**
 * The current usage month as `YYYY-MM-DD`; re-renders when the month changes (midnight UTC), also after the computer
 * slept.
 */
export const useUsageMonth = (): string => useSyncExternalStore(subscribe, () => usageMonth(now()))

/** How often a page checks whether a new usage month has begun. */
const usageMonthCheckMs = 15_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, usageMonthCheckMs)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
