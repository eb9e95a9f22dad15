import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthAuditLogEntriesRow } from '../../db/rows.ts'
import { addToTrail, type TrailEntry } from '../../db/security-trail.ts'
import type { SecurityAction } from './security-action.ts'

export type AuditEntry = Selectable<AuthAuditLogEntriesRow>

interface NewEntry extends TrailEntry {
  action: SecurityAction
}

export const addAuditEntry = (tx: Tx, entry: NewEntry): Promise<void> => addToTrail(tx, entry)

/** One statement whether the address is known or not, so that both take the same time (security checklist B3). */
export async function addFailedSignIn(
  tx: Tx,
  email: string,
  { ip, userAgent, now }: Pick<NewEntry, 'ip' | 'userAgent' | 'now'>,
): Promise<void> {
  const action: SecurityAction = 'sign_in_failed'
  await tx
    .insertInto('auth.audit_log_entries')
    .columns(['user_id', 'action', 'ip', 'user_agent', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('auth.users')
        .select(['id', eb.val(action).as('action'), eb.val(ip).as('ip'), eb.val(userAgent).as('user_agent')])
        .select(eb.val(now).as('created_at'))
        .where('email', '=', email),
    )
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
