import { refuse } from '../protocol/auth-error.ts'

/**
 * Hashing is made to cost; the processors of this machine are what it is rationed for, hence one gate per process. What cannot be
 * served soon is refused at once, so that a flood of sign-ins delays neither mail nor webhooks.
 */
const parallel = 2
const maxWaiting = 64
let running = 0
const waiting: (() => void)[] = []

/** @throws AuthError 503 where too many wait already */
export async function throughHashGate<T>(work: () => Promise<T>): Promise<T> {
  if (running < parallel) running += 1
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else refuse(503, 'over_request_rate_limit', 'Too many people are signing in right now. Please try again in a moment.')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed on, not given back, so that nobody can slip in between.
    if (next) next()
    else running -= 1
  }
}
