import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { sessionStatus, type SessionStatus } from './session-queries.ts'

const sessionCacheMaxEntries = 10_000

/** Caches active sessions only, so that a session that reaches aal2 is accepted immediately. */
export function createSessionCache({ db, clock }: Pick<Context, 'clock' | 'db'>, keptMs: number) {
  const goodUntil = new Map<string, Date>()
  let evictions = 0

  const cache = (key: string, until: Date): void => {
    goodUntil.delete(key)
    goodUntil.set(key, until)
    const [oldest] = goodUntil.keys()
    if (goodUntil.size > sessionCacheMaxEntries && oldest !== undefined) goodUntil.delete(oldest)
  }

  return {
    async statusOf(sessionId: string, userId: string): Promise<SessionStatus> {
      const now = clock.now()
      const key = `${sessionId} ${userId}`
      const until = goodUntil.get(key)
      if (until && now < until) return 'active'
      const evictionsBefore = evictions
      const status = await db.asAccounts((tx) => sessionStatus(tx, { id: sessionId, userId, now }))
      // A sign-out may have happened between the query and this line.
      if (status === 'active' && evictionsBefore === evictions) cache(key, addMs(now, keptMs))
      return status
    },
    evict(sessionIds: string[]): void {
      evictions += 1
      const ended = new Set(sessionIds)
      for (const key of goodUntil.keys()) if (ended.has(key.slice(0, key.indexOf(' ')))) goodUntil.delete(key)
    },
  }
}
