import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { deleteUnconfirmedUsers } from '../user-rows/unconfirmed-user-queries.ts'
import { clearedEmailChange } from '../user-rows/update-user-queries.ts'

/** Partitions of the audit log that exist before their month begins. */
const auditLogMonthsAhead = 3

/** Deletes expired one-time tokens, flow states and MFA challenges. */
export async function purgeExpiredTokens(tx: Tx, now: Date): Promise<void> {
  for (const table of ['auth.one_time_tokens', 'auth.flow_states', 'auth.mfa_challenges'] as const) {
    await tx.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}

/** Cancels changes of address that were not confirmed by both mailboxes. */
export async function purgeStaleEmailChanges(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set(clearedEmailChange)
    .where('new_email', 'is not', null)
    .where('email_change_sent_at', '<', before)
    .execute()
}

export async function purgeUnconfirmedUsers(tx: Tx, before: Date): Promise<void> {
  await deleteUnconfirmedUsers(tx).where('created_at', '<', before).execute()
}

/** Deletes sessions that are past their lifetime or their idle limit. */
export async function purgeExpiredSessions(tx: Tx, { now, idleSince }: { now: Date; idleSince: Date }): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where((eb) => eb.or([eb('not_after', '<=', now), eb('refreshed_at', '<=', idleSince)]))
    .execute()
}

/**
 * Creates the audit log's partitions of this month and the next ones, and drops the months that are entirely older than
 * the retention.
 */
export async function maintainAuditLog(tx: Tx, now: Date, retentionDays: number): Promise<void> {
  await sql`select app.maintain_audit_log(${now}::timestamptz, ${auditLogMonthsAhead}::integer,
    ${retentionDays}::integer)`.execute(tx)
}
