import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { sessionStanding, type Standing } from './queries.ts'

const maxKept = 10_000

/** Which sessions were good when last looked at. Only that is remembered: one that takes its second step is good at once. */
export function createSessionCache({ db, clock }: Pick<Context, 'clock' | 'db'>, keptMs: number) {
  const goodUntil = new Map<string, Date>()
  let endings = 0

  const keep = (key: string, until: Date): void => {
    goodUntil.delete(key)
    goodUntil.set(key, until)
    const [oldest] = goodUntil.keys()
    if (goodUntil.size > maxKept && oldest !== undefined) goodUntil.delete(oldest)
  }

  return {
    async standingOf(sessionId: string, userId: string): Promise<Standing> {
      const now = clock.now()
      const key = `${sessionId} ${userId}`
      const until = goodUntil.get(key)
      if (until && now < until) return 'good'
      const seenEndings = endings
      const standing = await db.asAccounts((tx) => sessionStanding(tx, { id: sessionId, userId, now }))
      // A sign-out in the meantime may have come after the look but before this line.
      if (standing === 'good' && seenEndings === endings) keep(key, later(now, keptMs))
      return standing
    },
    forget(sessionIds: string[]): void {
      endings += 1
      const ended = new Set(sessionIds)
      for (const key of goodUntil.keys()) if (ended.has(key.slice(0, key.indexOf(' ')))) goodUntil.delete(key)
    },
  }
}
