import type { Clock } from '../clock.ts'
import { userAgentMaxLength } from '../limits.ts'
import type { Database, Tx } from '../db/database.ts'

export interface AuditEvent {
  userId: string
  /** Null where no session of the user caused the event. */
  sessionId: string | null
  /** A code that the page has a text for (`web/screens/account/activity-text.ts`). */
  action: string
  /** What the event is about, such as a destination; the page shows it. */
  detail?: string | null
  ip: string | null
  userAgent: string | null
  now: Date
}

/** Adds an entry to the audit log that the user sees as account activity. @param tx as accounts */
export async function insertAuditEvent(
  tx: Tx,
  { userId, sessionId, action, detail, ip, userAgent, now }: AuditEvent,
): Promise<void> {
  await tx
    .insertInto('auth.audit_log_entries')
    .values({
      user_id: userId,
      session_id: sessionId,
      action,
      detail: detail ?? null,
      ip,
      user_agent: userAgent,
      created_at: now,
    })
    .execute()
}

/** @param tx as accounts */
export async function hasAuditEvent(tx: Tx, userId: string, actions: readonly string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('auth.audit_log_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('action', 'in', actions)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The details of a user's events of a kind since a moment, each once, the newest first. @param tx as accounts */
export async function auditedDetails(
  tx: Tx,
  { userId, action, since, limit }: { userId: string; action: string; since: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.audit_log_entries')
    .select(['detail', (eb) => eb.fn.max('created_at').as('at')])
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('created_at', '>=', since)
    .where('detail', 'is not', null)
    .groupBy('detail')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ detail }) => detail ?? '')
}

/** Records an event in a transaction of its own, for modules whose role cannot access the account tables. */
export async function recordAuditEvent(
  { db, clock }: { db: Pick<Database, 'asAccounts'>; clock: Clock },
  done: Pick<AuditEvent, 'userId' | 'sessionId' | 'action' | 'detail'>,
  { request, ip }: { request: Request; ip: string },
): Promise<void> {
  const userAgent = request.headers.get('user-agent')?.slice(0, userAgentMaxLength) || null
  await db.asAccounts((tx) => insertAuditEvent(tx, { ...done, ip, userAgent, now: clock.now() }))
}
