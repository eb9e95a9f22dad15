import type { Clock } from '../clock.ts'
import type { Database, Tx } from './database.ts'

export interface TrailEntry {
  userId: string
  /** Null where no sign-in of the person's is behind it. */
  sessionId: string | null
  /** A word that the page knows (`web/screens/account/activity-words.ts`). */
  action: string
  ip: string | null
  userAgent: string | null
  now: Date
}

/** Adds to what an account's owner is shown of it (checklist H3). @param tx as accounts */
export async function addToTrail(tx: Tx, { userId, sessionId, action, ip, userAgent, now }: TrailEntry): Promise<void> {
  await tx
    .insertInto('auth.audit_log_entries')
    .values({ user_id: userId, session_id: sessionId, action, ip, user_agent: userAgent, created_at: now })
    .execute()
}

const userAgentMaxLength = 512

/** The same in a transaction of its own, for rooms that reach no account: what the person has done, and where from. */
export async function noteInTrail(
  { db, clock }: { db: Pick<Database, 'asAccounts'>; clock: Clock },
  done: Pick<TrailEntry, 'userId' | 'sessionId' | 'action'>,
  { request, ip }: { request: Request; ip: string },
): Promise<void> {
  const userAgent = request.headers.get('user-agent')?.slice(0, userAgentMaxLength) || null
  await db.asAccounts((tx) => addToTrail(tx, { ...done, ip, userAgent, now: clock.now() }))
}
