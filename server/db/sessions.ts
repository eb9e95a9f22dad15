import { later } from '../clock.ts'
import { accessTokenLifetimeSeconds } from '../limits.ts'
import type { Tx } from './database.ts'

/** Whether the session that started a flow still exists. @param tx as accounts */
export async function isSessionActive(tx: Tx, at: { sessionId: string; userId: string }): Promise<boolean> {
  const found = tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', at.sessionId)
    .where('user_id', '=', at.userId)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Which of these users have a page open: it refreshes its session before the access token expires.
 * @param tx as accounts
 */
export async function findSignedInUsers(tx: Tx, userIds: string[], now: Date): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('auth.sessions')
    .select('user_id')
    .distinct()
    .where('user_id', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('refreshed_at', '>', later(now, -accessTokenLifetimeSeconds * 1000))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
