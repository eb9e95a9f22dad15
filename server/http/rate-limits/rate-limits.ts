import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { TooManyRequests } from '../../errors.ts'
import { incrementWindow, deleteExpiredWindows, deleteWindowsOf } from './rate-limit-queries.ts'

/** Ended windows are deleted after this many calls of a node, in batches. */
const rateLimitCleanupInterval = 500
/** Callers over their limit that a node remembers. One that is evicted costs a query per call and is still refused. */
const exceededLimitsCacheSize = 10_000

/** Counts calls in PostgreSQL, so that limits hold across nodes and restarts. */
export interface RateLimits {
  /**
   * Counts a call.
   * @param subject user id or address; the key consists of `name` and `subject`
   * @returns seconds until the next allowed call; 0 where this call is within the limit
   */
  tryConsume(name: string, limit: RateLimit, subject: string): Promise<number>
  /** Counts a call. @throws TooManyRequests */
  consume(name: string, limit: RateLimit, subject: string): Promise<void>
  /** Deletes the counts of a deleted user. */
  deleteUser(userId: string): Promise<void>
}

export interface RateLimit {
  points: number
  seconds: number
}

export function createRateLimits(db: Pick<Database, 'pool' | 'preparesStatements'>, clock: Clock): RateLimits {
  // End of the window by key: callers over their limit are refused without a query.
  const exceeded = new Map<string, number>()
  let calls = 0

  const remember = (key: string, endsAt: number, now: number): void => {
    if (exceeded.size >= exceededLimitsCacheSize)
      for (const [other, end] of exceeded) if (end <= now) exceeded.delete(other)
    if (exceeded.size < exceededLimitsCacheSize) exceeded.set(key, endsAt)
  }

  const tryConsume: RateLimits['tryConsume'] = async (name, limit, subject) => {
    const key = `${name}:${subject}`
    const now = clock.now().getTime()
    const knownEnd = exceeded.get(key)
    if (knownEnd !== undefined && knownEnd > now) return secondsUntil(knownEnd, now)
    exceeded.delete(key)
    const { points, endsAt } = await incrementWindow(db, { key, now, endsAt: now + limit.seconds * 1000 })
    calls += 1
    if (calls % rateLimitCleanupInterval === 0) await deleteExpiredWindows(db.pool, now)
    if (points <= limit.points) return 0
    remember(key, endsAt, now)
    return secondsUntil(endsAt, now)
  }

  return {
    tryConsume,
    async consume(name, limit, subject) {
      const wait = await tryConsume(name, limit, subject)
      if (wait > 0) throw new TooManyRequests(wait)
    },
    deleteUser: (userId) => deleteWindowsOf(db.pool, userId),
  }
}

const secondsUntil = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000))
