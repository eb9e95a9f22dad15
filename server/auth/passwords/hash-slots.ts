import { refuse } from '../protocol/auth-error.ts'

/** Password hashes that run at once per process, and requests that wait for a slot. */
const hashMaxRunning = 2
const hashMaxWaiting = 64

/**
 * Hashing is expensive by design, so the number of concurrent hashes per process is limited. Requests beyond the queue
 * are refused immediately, so that a flood of sign-ins delays neither mail nor webhooks.
 */
let running = 0
const waiting: (() => void)[] = []

/** @throws AuthError 503 when too many requests wait */
export async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashMaxRunning) running += 1
  else if (waiting.length < hashMaxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else refuse(503, 'over_request_rate_limit', 'Too many users are signing in right now. Please try again in a moment.')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Pass the slot to the next waiter directly, so that no new request overtakes it.
    if (next) next()
    else running -= 1
  }
}
