import { z } from 'zod'
import { recentAuthenticationMs } from '../../contract/limits.ts'
import { isFirstFactorMethod } from '../../contract/recent-authentication.ts'
import { addMs } from '../clock.ts'
import { accessTokenLifetimeSeconds } from '../limits.ts'
import type { Tx } from '../db/database.ts'

/** Authentication methods of a session and their times, newest first. */
export const Amr = z.array(z.object({ method: z.string(), timestamp: z.number() }))
export type Amr = z.output<typeof Amr>

interface SessionKey {
  sessionId: string
  userId: string
}

const amrOf = async (tx: Tx, at: SessionKey): Promise<Amr | null> => {
  const found = tx
    .selectFrom('auth.sessions')
    .select('amr')
    .where('id', '=', at.sessionId)
    .where('user_id', '=', at.userId)
  const session = await found.executeTakeFirst()
  return session ? Amr.parse(session.amr) : null
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
    .where('refreshed_at', '>', addMs(now, -accessTokenLifetimeSeconds * 1000))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Whether the session that started a flow still exists. @param tx as accounts */
export const isSessionActive = async (tx: Tx, at: SessionKey): Promise<boolean> => (await amrOf(tx, at)) !== null

/** Whether the user authenticated in this session within the last five minutes. */
export const isRecentlyAuthenticated = ({ amr }: { amr: Amr }, now: Date): boolean =>
  amr.some(
    ({ method, timestamp }) =>
      isFirstFactorMethod(method) && addMs(new Date(timestamp * 1000), recentAuthenticationMs) >= now,
  )

/** For modules whose role cannot access the account tables. @param tx as accounts */
export const isSessionRecentlyAuthenticated = async (tx: Tx, at: SessionKey, now: Date): Promise<boolean> =>
  isRecentlyAuthenticated({ amr: (await amrOf(tx, at)) ?? [] }, now)
