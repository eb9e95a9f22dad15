import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthAuditLogEntriesRow } from '../../db/rows.ts'
import { insertAuditEvent, type AuditEvent } from '../../shared/audit-log.ts'
import type { AuthAction } from './auth-action.ts'

export type AuditEventRow = Selectable<AuthAuditLogEntriesRow>

interface NewAuthEvent extends AuditEvent {
  action: AuthAction
}

export const insertAuthEvent = (tx: Tx, entry: NewAuthEvent): Promise<void> => insertAuditEvent(tx, entry)

/** Records a failed sign-in if the address is known. One statement in both cases, so that both take the same time. */
export async function insertFailedSignIn(
  tx: Tx,
  email: string,
  { ip, userAgent, now }: Pick<NewAuthEvent, 'ip' | 'userAgent' | 'now'>,
): Promise<void> {
  const action: AuthAction = 'sign_in_failed'
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
export async function auditEventsOf(tx: Tx, userId: string, limit: number): Promise<AuditEventRow[]> {
  return tx
    .selectFrom('auth.audit_log_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
