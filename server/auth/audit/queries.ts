import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthAuditLogEntriesRow } from '../../db/rows.ts'

export type AuditEntry = Selectable<AuthAuditLogEntriesRow>

interface NewEntry {
  userId: string
  sessionId: string | null
  action: string
  ip: string | null
  userAgent: string | null
  now: Date
}

export async function addAuditEntry(
  tx: Tx,
  { userId, sessionId, action, ip, userAgent, now }: NewEntry,
): Promise<void> {
  await tx
    .insertInto('auth.audit_log_entries')
    .values({ user_id: userId, session_id: sessionId, action, ip, user_agent: userAgent, created_at: now })
    .execute()
}

/** Newest first. */
export async function auditEntriesOf(tx: Tx, userId: string, limit: number): Promise<AuditEntry[]> {
  return tx
    .selectFrom('auth.audit_log_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
