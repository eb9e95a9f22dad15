import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { fail } from '../errors.ts'
import type { Limit } from './route.ts'

/** Counts calls in Postgres, so that limits hold over all nodes and over restarts. */
export interface RateLimits {
  /**
   * @param subject what is counted, a user id or an address; together with `name` the key
   * @throws Failure `too_many_requests`
   */
  consume(name: string, limit: Limit, subject: string): Promise<void>
}

export function createRateLimits(db: Database): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (name: string, limit: Limit): RateLimiterPostgres => {
    const known = limiters.get(name)
    if (known) return known
    const made = new RateLimiterPostgres({
      storeClient: db.pool,
      schemaName: 'app',
      tableName: 'rate_limits',
      tableCreated: true,
      // One of them removes what has long ended, for all.
      clearExpiredByTimeout: limiters.size === 0,
      keyPrefix: name,
      points: limit.points,
      duration: limit.seconds,
      // A caller who is over the limit costs no further query.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
    limiters.set(name, made)
    return made
  }

  return {
    async consume(name, limit, subject) {
      try {
        await limiterOf(name, limit).consume(subject)
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        fail('too_many_requests')
      }
    },
  }
}
