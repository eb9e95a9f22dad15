import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { TooManyRequests } from '../errors.ts'
import { countCall, removeClosedWindows } from './rate-limit-queries.ts'

/** Counts calls in Postgres, so that limits hold over all nodes and over restarts. */
export interface RateLimits {
  /**
   * Counts a call.
   * @param subject what is counted, a user id or an address; together with `name` the key
   * @returns the seconds until the next call may be made, 0 where this one is within the limit
   */
  take(name: string, limit: Allowance, subject: string): Promise<number>
  /** Counts a call. @throws TooManyRequests */
  consume(name: string, limit: Allowance, subject: string): Promise<void>
}

/** So many points in a window of so many seconds. */
export interface Allowance {
  points: number
  seconds: number
}

/** How many calls of this node go by from one cleaning of the table to the next. */
const cleaningEvery = 500
/** How many of those over their limit are remembered here; whoever is forgotten costs a query again, and is refused all the same. */
const maxRemembered = 10_000

export function createRateLimits(db: Pick<Database, 'pool'>, clock: Clock): RateLimits {
  // A caller who is over the limit costs no further query. By key, the end of the window.
  const over = new Map<string, number>()
  let calls = 0

  const remember = (key: string, endsAt: number, now: number): void => {
    if (over.size >= maxRemembered) for (const [other, end] of over) if (end <= now) over.delete(other)
    if (over.size < maxRemembered) over.set(key, endsAt)
  }

  const take: RateLimits['take'] = async (name, limit, subject) => {
    const key = `${name}:${subject}`
    const now = clock.now().getTime()
    const knownEnd = over.get(key)
    if (knownEnd !== undefined && knownEnd > now) return secondsUntil(knownEnd, now)
    over.delete(key)
    const { points, endsAt } = await countCall(db.pool, { key, now, endsAt: now + limit.seconds * 1000 })
    calls += 1
    if (calls % cleaningEvery === 0) await removeClosedWindows(db.pool, now)
    if (points <= limit.points) return 0
    remember(key, endsAt, now)
    return secondsUntil(endsAt, now)
  }

  return {
    take,
    async consume(name, limit, subject) {
      const wait = await take(name, limit, subject)
      if (wait > 0) throw new TooManyRequests(wait)
    },
  }
}

const secondsUntil = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000))
