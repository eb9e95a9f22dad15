import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isSessionAlive } from './queries.ts'

const maxKept = 10_000

/** Which sessions were alive when last looked at. Only that is remembered: an ended session never comes back. */
export function createSessionCache({ db, clock }: Pick<Context, 'db' | 'clock'>, keptMs: number) {
  const aliveUntil = new Map<string, Date>()
  let endings = 0

  const keep = (key: string, until: Date): void => {
    aliveUntil.delete(key)
    aliveUntil.set(key, until)
    const [oldest] = aliveUntil.keys()
    if (aliveUntil.size > maxKept && oldest !== undefined) aliveUntil.delete(oldest)
  }

  return {
    async isAlive(sessionId: string, userId: string): Promise<boolean> {
      const now = clock.now()
      const key = `${sessionId} ${userId}`
      const until = aliveUntil.get(key)
      if (until && now < until) return true
      const seenEndings = endings
      const alive = await db.asAccounts((tx) => isSessionAlive(tx, { id: sessionId, userId, now }))
      // A sign-out in the meantime may have come after the look but before this line.
      if (alive && seenEndings === endings) keep(key, later(now, keptMs))
      return alive
    },
    forget(sessionIds: string[]): void {
      endings += 1
      const ended = new Set(sessionIds)
      for (const key of aliveUntil.keys()) if (ended.has(key.slice(0, key.indexOf(' ')))) aliveUntil.delete(key)
    },
  }
}
